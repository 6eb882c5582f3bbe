package pagemark.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.benchmark.redis.IndexMemory;
import pagemark.embedded.RedisServer;
import software.amazon.awssdk.core.util.VersionInfo;

/// The commit, the machine and the versions of a run.
final class Setting {
  private static final Path CPU = Path.of("/proc/cpuinfo");

  private Setting() {}

  /// The commit that is checked out, with `+` if tracked files differ from it; `unknown` without
  /// Git.
  static String commit(Path root) throws IOException, InterruptedException {
    String commit = git(root, "rev-parse", "--short=12", "HEAD");
    if (commit.isEmpty()) {
      return "unknown";
    }
    return git(root, "status", "--porcelain", "--untracked-files=no").isEmpty()
        ? commit
        : commit + "+";
  }

  private static String git(Path root, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return git.waitFor() == 0 ? output : "";
  }

  static Map<String, String> machine() throws IOException {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("processors", "" + Runtime.getRuntime().availableProcessors());
    machine.put("model", processor());
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      machine.put("memory", "%d GB".formatted(Math.round(system.getTotalMemorySize() / 1e9)));
    }
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    machine.put("JVM", Runtime.version().toString());
    return machine;
  }

  private static String processor() throws IOException {
    if (!Files.isReadable(CPU)) {
      return "unknown";
    }
    return Files.readAllLines(CPU).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.replaceFirst("[^:]*: *", ""))
        .findFirst()
        .orElse("unknown");
  }

  /// The versions of what most benchmarks use. A benchmark that uses a SQL database has that one's
  /// version among its settings.
  static Map<String, String> versions() throws IOException {
    Map<String, String> versions = new LinkedHashMap<>();
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        IndexMemory redis = new IndexMemory(server.uri())) {
      versions.put("Redis", redis.version());
    }
    versions.put("DynamoDB Local", dynamoDbLocal());
    versions.put("AWS SDK", VersionInfo.SDK_VERSION);
    return versions;
  }

  private static String dynamoDbLocal() throws IOException {
    Path folder = Path.of(System.getProperty("pagemark.dynamodb-local", "."));
    try (Stream<Path> jars = Files.list(folder)) {
      return jars.map(jar -> jar.getFileName().toString())
          .filter(name -> name.matches("DynamoDBLocal-.*[.]jar"))
          .map(name -> name.replaceAll("DynamoDBLocal-|[.]jar", ""))
          .findFirst()
          .orElse("unknown");
    }
  }
}
