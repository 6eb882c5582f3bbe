package pagemark.benchmark.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/// Measures several things in turn, so that whatever else the machine does meets each of them. Only
/// the ratios of such medians mean something on another machine.
public final class Turns {
  /// A call whose time is measured. It checks its own answer, and throws if that is wrong.
  @FunctionalInterface
  public interface Call {
    void run() throws Exception;
  }

  private final Map<String, Call> calls = new LinkedHashMap<>();
  private final Map<String, Samples> times = new LinkedHashMap<>();

  public Turns add(String name, Call call) {
    calls.put(name, call);
    times.put(name, new Samples());
    return this;
  }

  /// Runs each call once in each round.
  ///
  /// @param warmUp rounds that come before, and do not count
  public Turns run(int warmUp, int rounds) throws Exception {
    for (int round = -warmUp; round < rounds; round++) {
      for (Map.Entry<String, Call> call : calls.entrySet()) {
        double millis = millis(call.getValue());
        if (round >= 0) {
          millisOf(call.getKey()).add(millis);
        }
      }
    }
    return this;
  }

  /// The milliseconds of each run of a call.
  public Samples millisOf(String name) {
    Samples samples = times.get(name);
    if (samples == null) {
      throw new IllegalArgumentException("no call has the name " + name);
    }
    return samples;
  }

  public Map<String, Samples> all() {
    return times;
  }

  /// How many milliseconds a call takes once.
  public static double millis(Call call) throws Exception {
    long begin = System.nanoTime();
    call.run();
    return (System.nanoTime() - begin) / 1e6;
  }
}
