package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.deploy.DeployedFunction;

/// What a start of the packaged API loads until its first answer is written.
final class StartIT {
  /// It was 4,700 when this was written, and 5,700 with Lambda's mapping of events and responses.
  private static final int CLASSES_MAX = 5_000;

  private static final String MAPPER = ".databind.ObjectMapper ";

  @TempDir private Path folder;

  @Test
  void theFirstAnswerLoadsNoMapperOfJson() throws Exception {
    Path log = folder.resolve("classes.txt");
    try (DeployedServers servers = new DeployedServers(AwsSide.local())) {
      FunctionProcess.Start start =
          logged(servers.packaged(DeployedFunction.named("ApiFunction"), folder), log);
      try (FunctionProcess process = FunctionProcess.start(start)) {
        String event = DeployedFunction.text("events/api-page.json").replace("page=3", "page=1");
        String answer = process.invoke(event).answer().json();
        assertTrue(answer.contains("\"statusCode\":200"), answer);
      }
    }
    List<String> loaded = Files.readAllLines(log);
    assertTrue(
        loaded.stream().anyMatch(line -> line.contains("pagemark.api.EventJson ")), "an empty log");
    assertEquals(List.of(), loaded.stream().filter(line -> line.contains(MAPPER)).toList());
    assertTrue(loaded.size() <= CLASSES_MAX, loaded.size() + " classes");
  }

  private static FunctionProcess.Start logged(FunctionProcess.Start start, Path log) {
    List<String> flags = new ArrayList<>(start.flags());
    flags.add("-Xlog:class+load:file=" + log + "::filecount=0");
    return new FunctionProcess.Start(start.task(), start.handler(), start.environment(), flags);
  }
}
