package pagemark.proof;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import pagemark.deploy.DeployedFunction;
import pagemark.runtime.ColdStarts;
import pagemark.runtime.ColdStarts.Times;

/// What a cold start costs: the packaged API function on Lambda's own Java runtime, beside a
/// handler that holds one DynamoDB client and does nothing, and one that makes one call. All are
/// started in turn, so that whatever else the machine does meets each; the ratios of the medians
/// are the figures, the times are only this machine's.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.ColdStartProof`, with `-Dfile=` and another build's
/// `api-function.jar` to compare that too.
public final class ColdStartProof {
  private static final int ROUNDS = 15;

  private ColdStartProof() {}

  public static void main(String[] arguments) throws Exception {
    try (ColdStarts starts = new ColdStarts()) {
      starts.addEmpty("empty", false, ColdStarts.AS_LAMBDA);
      starts.addEmpty("one-call", true, ColdStarts.AS_LAMBDA);
      Path packaged = DeployedFunction.named("ApiFunction").jar();
      starts.addApi("api", packaged, ColdStarts.AS_LAMBDA);
      starts.addApi("api-without-flags", packaged, List.of());
      if (arguments.length > 0 && !arguments[0].isEmpty()) {
        starts.addApi("other-api", Path.of(arguments[0]), ColdStarts.AS_LAMBDA);
      }
      starts.measure(1);
      print(starts.measure(ROUNDS));
    }
    System.exit(0);
  }

  private static void print(Map<String, List<Times>> times) {
    for (Map.Entry<String, List<Times>> entry : times.entrySet()) {
      System.out.printf("%n%s%n", entry.getKey());
      print("initialisation", Times::init, entry.getValue(), times);
      print("first answer", Times::first, entry.getValue(), times);
      print("both", Times::sum, entry.getValue(), times);
    }
  }

  private static void print(
      String name, ToDoubleFunction<Times> part, List<Times> of, Map<String, List<Times>> all) {
    double p50 = p50(part, of);
    System.out.printf(
        "  %-14s p50 %6.0f ms, %s; to empty %.2f, to one-call %.2f%n",
        name,
        p50,
        spread(part, of),
        p50 / p50(part, all.getOrDefault("empty", of)),
        p50 / p50(part, all.getOrDefault("one-call", of)));
  }

  private static double p50(ToDoubleFunction<Times> part, List<Times> of) {
    return of.stream().mapToDouble(part).sorted().skip(of.size() / 2).findFirst().orElseThrow();
  }

  private static String spread(ToDoubleFunction<Times> part, List<Times> of) {
    var all = of.stream().mapToDouble(part).summaryStatistics();
    return "%.0f to %.0f".formatted(all.getMin(), all.getMax());
  }
}
