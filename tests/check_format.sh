#!/usr/bin/env bash
# The format of every source is that of clang-format 14; other versions differ and are not asked.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
for tool in clang-format-14 clang-format; do
  case $($tool --version 2>/dev/null) in
    *' 14.'*) git ls-files -z '*.cpp' '*.hpp' | xargs -0 $tool --dry-run -Werror; exit ;;
  esac
done
echo "skipped: clang-format 14 is not installed"
