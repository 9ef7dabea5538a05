// Trains on a made-up ring of five sensors.
#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/mpi/session.hpp"
#include "dcrnn/train/trainer.hpp"

#include <cmath>
#include <iostream>

namespace {

constexpr int kSensors = 5, kHours = 200;

void write_city(const std::string& path) {
    dcrnn::TrafficContent city;
    city.feature_names = {"speed"};
    city.feature_units = {"km/h"};
    city.adjacency.assign(kSensors * kSensors, 0.0);
    for (int sensor = 0; sensor < kSensors; ++sensor) {
        city.sensor_ids.push_back("sensor " + std::to_string(sensor));
        city.adjacency[static_cast<std::size_t>(sensor * kSensors + (sensor + 1) % kSensors)] = 1.0;
    }
    for (int hour = 0; hour < kHours; ++hour) {
        city.timestamps.push_back(1'700'000'400 + 3600 * hour);
        for (int sensor = 0; sensor < kSensors; ++sensor)
            city.values.push_back(60.0 + 10.0 * std::sin(0.2 * hour - sensor));
    }
    dcrnn::write_traffic_file(path, city);
}

}  // namespace

int main(int argc, char** argv) {
    dcrnn::MpiSession session(argc, argv);
    write_city("city.h5");

    dcrnn::TrainerOptions options;
    options.settings.data.data = "city.h5";
    options.settings.run.run_dir = "run";
    options.settings.model.rnn_units = 4;
    options.max_epochs = 2;
    dcrnn::TimeSeriesTrainer trainer(dcrnn::Communicator::world(), options);
    trainer.fit();
    std::cout << trainer.test();
}
