package pagemark.benchmark.redis;

import redis.clients.jedis.Jedis;

/// What Redis itself says of its commands (INFO commandstats), since [#reset].
record CommandStats(Jedis redis) {
  /// Microseconds of the server for one call, on average.
  ///
  /// @param command of the command alone
  /// @param processor of all its processor time, with the network's
  record Micros(double command, double processor) {}

  /// Makes a call many times and returns its mean times.
  ///
  /// @param command its name in INFO commandstats, such as `evalsha`
  Micros of(String command, int calls, Runnable call) {
    reset();
    double begin = processorSeconds();
    for (int i = 0; i < calls; i++) {
      call.run();
    }
    double seconds = processorSeconds() - begin;
    return new Micros(microsPerCall(command), seconds * 1e6 / calls);
  }

  void reset() {
    redis.configResetStat();
  }

  /// Microseconds that a call took the server, on average.
  double microsPerCall(String command) {
    return number(command, "usec_per_call");
  }

  long calls(String command) {
    return (long) number(command, "calls");
  }

  /// Processor seconds of the server since its start.
  double processorSeconds() {
    return redis
        .info("cpu")
        .lines()
        .filter(line -> line.startsWith("used_cpu_user:") || line.startsWith("used_cpu_sys:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceFirst(".*:", "")))
        .sum();
  }

  private double number(String command, String field) {
    return redis
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":"))
        .map(line -> line.replaceAll(".*[:,]" + field + "=([0-9.]+).*", "$1"))
        .mapToDouble(Double::parseDouble)
        .findFirst()
        .orElse(0);
  }
}
