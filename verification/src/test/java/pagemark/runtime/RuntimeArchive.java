package pagemark.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.deploy.DeployedFunction;

/// The classes of Java and of Lambda's runtime client as the JVM keeps them in memory, in a file,
/// with which a start takes less processor time. The functions' classes are not in it, because a
/// class loader of the client's loads them.
final class RuntimeArchive {
  private static final List<String> FLAGS = flags();

  private RuntimeArchive() {}

  /// The options with which a JVM that runs the client uses the archive. Makes the archive once for
  /// each run of tests.
  static List<String> use() {
    return FLAGS;
  }

  private static List<String> flags() {
    DeployedFunction api = DeployedFunction.named("ApiFunction");
    Path archive = api.jar().resolveSibling("runtime-classes.jsa");
    try {
      Files.deleteIfExists(archive);
      Path folder = Files.createTempDirectory("rehearsal");
      try {
        make(archive, api, folder);
      } finally {
        delete(folder);
      }
      return List.of("-XX:SharedArchiveFile=" + archive);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }

  /// Runs the API function without any server, for one event. It writes the classes when it ends.
  private static void make(Path archive, DeployedFunction api, Path folder)
      throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(DeployedServers.AS_LAMBDA);
    flags.add("-XX:ArchiveClassesAtExit=" + archive);
    TaskRoot task = TaskRoot.lay(folder, api.jar(), DeployedFunction.text("listings.json"));
    Map<String, String> environment =
        Map.of(
            "TABLE_NAME", "comments",
            "STATE_TABLE_NAME", "pagemark-state",
            "INDEX_URL", "redis://127.0.0.1:1",
            "AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:1",
            "AWS_REGION", "local",
            "AWS_ACCESS_KEY_ID", "local",
            "AWS_SECRET_ACCESS_KEY", "local");
    var start = new FunctionProcess.Start(task, api.handler(), environment, flags);
    try (FunctionProcess process = FunctionProcess.start(start)) {
      process.invoke(DeployedFunction.text("events/api-page.json"));
      process.end();
    }
    if (!Files.exists(archive)) {
      throw new IllegalStateException("no archive was written");
    }
  }
}
