package pagemark.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pagemark.deploy.DeployedFunction;
import pagemark.load.BatchWriter;
import pagemark.local.data.Sample;

/// Starts functions again and again, each in turn, and takes the time.
public final class ColdStarts implements AutoCloseable {
  /// The JVM of Lambda, as far as it can be had here.
  public static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private static final int COMMENTS = 300;

  private final DeployedServers servers = new DeployedServers(AwsSide.local());
  private final Path folder;
  private final Map<String, FunctionProcess.Start> starts = new LinkedHashMap<>();

  public ColdStarts() throws IOException, InterruptedException {
    this.folder = Files.createTempDirectory("cold-starts");
    new BatchWriter(servers.dynamo, DeployedServers.TABLE, _ -> {})
        .writeAll(Sample.comments(COMMENTS), 2);
    DeployedFunction rebuild = DeployedFunction.named("RebuildFunction");
    try (FunctionProcess process =
        FunctionProcess.start(servers.packaged(rebuild, folder.resolve("rebuild")))) {
      process.invoke(DeployedFunction.text("events/rebuild.json")).answer();
    }
  }

  /// One start, in milliseconds.
  ///
  /// @param init from the start of the process to its request for the first event
  /// @param first from that event to its answer
  public record Times(double init, double first) {
    public double sum() {
      return init + first;
    }
  }

  /// The API function as it is packaged.
  public void addApi(String name, Path jar, Path java) throws IOException {
    DeployedFunction api = DeployedFunction.named("ApiFunction");
    DeployedFunction other = new DeployedFunction(api.name(), api.handler(), jar, api.variables());
    add(name, servers.packaged(other, folder.resolve(name)), java);
  }

  /// A handler with one DynamoDB client.
  ///
  /// @param calls whether its first answer takes one call
  public void addEmpty(String name, boolean calls, Path java) throws IOException {
    DeployedFunction api = DeployedFunction.named("ApiFunction");
    Path jar = folder.resolve(name + ".jar");
    EmptyJar.write(jar, api.jar());
    DeployedFunction empty =
        new DeployedFunction(
            name, EmptyHandler.class.getName() + "::handleRequest", jar, api.variables());
    FunctionProcess.Start start = servers.packaged(empty, folder.resolve(name));
    add(name, calls ? start.with("CALL", "yes") : start, java);
  }

  private void add(String name, FunctionProcess.Start start, Path java) {
    starts.put(
        name,
        new FunctionProcess.Start(
            start.task(), start.handler(), start.environment(), DeployedServers.asLambda(java)));
  }

  /// The times of `rounds` starts of each, by name.
  public Map<String, List<Times>> measure(int rounds) throws IOException, InterruptedException {
    Map<String, List<Times>> times = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, FunctionProcess.Start> start : starts.entrySet()) {
        times
            .computeIfAbsent(start.getKey(), _ -> new ArrayList<>())
            .add(measure(start.getValue()));
      }
    }
    return times;
  }

  private static Times measure(FunctionProcess.Start start)
      throws IOException, InterruptedException {
    try (FunctionProcess process = FunctionProcess.start(start)) {
      double init = process.init().toNanos() / 1e6;
      Outcome.Answer answer =
          process.invoke(DeployedFunction.text("events/api-page.json")).answer();
      if (!answer.json().contains("\"statusCode\":200")) {
        throw new IllegalStateException(answer.json());
      }
      return new Times(init, answer.nanos() / 1e6);
    }
  }

  @Override
  public void close() {
    servers.close();
  }
}
