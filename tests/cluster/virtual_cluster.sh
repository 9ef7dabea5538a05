#!/usr/bin/env bash
# Several hosts on one machine, with a real Slurm: each host is a network, a UTS and a mount namespace
# with its own name, /etc/hosts and /dev/shm and one slurmd; a bridge joins them, and nothing leaves it.
# As root.
#   virtual_cluster.sh up FOLDER [NODES [CPUS [GPUS]]]   hosts node0 (controller, login), node1, node2, ...
#   virtual_cluster.sh on I COMMAND...                   COMMAND on host node<I>, with SLURM_CONF set
#   virtual_cluster.sh down FOLDER
# The number of CPUs is what Slurm believes. DCRNN_CLUSTER, a short word, names the namespaces.
set -euo pipefail
name=${DCRNN_CLUSTER:-dcrnn}
self=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/$(basename "${BASH_SOURCE[0]}")

on() {
  local host=$1
  shift
  exec nsenter --net="/run/netns/$name$host" unshare --uts --mount --propagation private bash -c '
    hostname "node$0"
    mount --bind "/etc/netns/$1/hosts" /etc/hosts
    mount --bind "/run/dcrnn-cluster/$1/shm" /dev/shm
    shift
    exec "$@"' "$host" "$name$host" "$@"
}

# make_host I: its network, and its /dev/shm, which all commands on it share.
make_host() {
  local space=$name$1
  ip netns add "$space"
  ip -n "$space" link set lo up
  mkdir -p "/etc/netns/$space" "/run/dcrnn-cluster/$space/shm"
  mount -t tmpfs tmpfs "/run/dcrnn-cluster/$space/shm"
  echo "127.0.0.1 localhost" >"/etc/netns/$space/hosts"
  echo "10.77.0.254 node0" >>"/etc/netns/$space/hosts"
  for other in $(seq "$nodes"); do echo "10.77.0.$other node$other" >>"/etc/netns/$space/hosts"; done
}

make_network() {
  for host in $(seq 0 "$nodes"); do make_host "$host"; done
  ip -n "${name}0" link add bridge type bridge
  ip -n "${name}0" addr add 10.77.0.254/24 dev bridge
  ip -n "${name}0" link set bridge up
  for host in $(seq "$nodes"); do
    ip link add name eth0 netns "$name$host" type veth peer name "port$host" netns "${name}0"
    ip -n "${name}0" link set "port$host" master bridge up
    ip -n "$name$host" addr add "10.77.0.$host/24" dev eth0
    ip -n "$name$host" link set eth0 up
  done
}

write_configuration() {
  local gres=${gpus:+Gres=gpu:$gpus}
  cat >"$folder/slurm.conf" <<CONF
ClusterName=dcrnn
SlurmctldHost=node0(10.77.0.254)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/run/munge.sock
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
TmpFS=$folder/tmp-%n
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd-%n.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=bf_interval=1,sched_min_interval=0,batch_sched_delay=0
SlurmdParameters=config_overrides
SlurmctldParameters=preempt_send_user_signal
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
MpiDefault=pmix
ReturnToService=2
SlurmdTimeout=10
KillWait=5
CompleteWait=0
$(for host in $(seq "$nodes"); do echo "NodeName=node$host NodeAddr=10.77.0.$host CPUs=$cpus RealMemory=4000 $gres"; done)
${gpus:+GresTypes=gpu}
PartitionName=low Nodes=ALL Default=YES MaxTime=INFINITE PriorityTier=1 GraceTime=30
PartitionName=high Nodes=ALL MaxTime=INFINITE PriorityTier=10
CONF
  echo "CgroupPlugin=cgroup/v1" >"$folder/cgroup.conf"  # slurmd then starts without any control groups
  [ -z "$gpus" ] || for gpu in $(seq 0 $((gpus - 1))); do
    mknod "$folder/gpu$gpu" c 1 3
    echo "Name=gpu File=$folder/gpu$gpu" >>"$folder/gres.conf"
  done
}

start_daemons() {
  (umask 077; mkdir "$folder/munge"; head -c 1024 /dev/urandom >"$folder/munge/key")
  munged --key-file="$folder/munge/key" --socket="$folder/run/munge.sock" --pid-file="$folder/run/munged.pid" \
    --log-file="$folder/log/munged.log" --seed-file="$folder/munge/seed"
  export SLURM_CONF=$folder/slurm.conf
  bash "$self" on 0 slurmctld -c
  for host in $(seq "$nodes"); do
    mkdir -p "$folder/spool-node$host" "$folder/tmp-node$host"
    bash "$self" on "$host" slurmd -c -N "node$host"
  done
}

wait_for_nodes() {
  for tenth in $(seq 200); do
    idle=$(bash "$self" on 0 sinfo -h -p low -N -o %T 2>/dev/null | grep -c '^idle$') || true
    [ "$idle" != "$nodes" ] || return 0
    sleep 0.1
  done
  tail "$folder"/log/*
  return 1
}

stop_daemon() {  # FILE of its process id
  [ -s "$1" ] || return 0
  local pid
  pid=$(cat "$1")
  kill "$pid" 2>/dev/null || return 0
  for tenth in $(seq 100); do kill -0 "$pid" 2>/dev/null || return 0; sleep 0.1; done
  kill -KILL "$pid"
}

down() {
  for file in "$folder"/run/slurmd-*.pid "$folder/run/slurmctld.pid" "$folder/run/munged.pid"; do stop_daemon "$file"; done
  for space in /run/netns/"$name"[0-9]*; do
    space=$(basename "$space")
    ip netns del "$space"
    umount "/run/dcrnn-cluster/$space/shm"
    rm -rf "/etc/netns/$space" "/run/dcrnn-cluster/$space"
  done
}

case ${1:-} in
  up)
    mkdir -p "$2"
    folder=$(cd "$2" && pwd) nodes=${3:-2} cpus=${4:-2} gpus=${5:-}
    mkdir -p "$folder"/{state,log,run}
    make_network
    write_configuration
    start_daemons
    wait_for_nodes ;;
  on) shift; on "$@" ;;
  down) folder=$(cd "$2" && pwd); down ;;
  *) sed -n '2,8p' "$self"; exit 2 ;;
esac
