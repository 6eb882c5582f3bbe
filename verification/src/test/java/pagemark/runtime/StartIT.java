package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.deploy.DeployedFunction;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.redis.FaultProxy;

/// What a start of the packaged API does until its first answer is written. The listing has an
/// index, and no items.
@Nightly
@TakesLong(nightly = 15)
final class StartIT {
  /// It was 4,700 when this was written, and 5,700 with Lambda's mapping of events and responses.
  private static final int CLASSES_MAX = 5_000;

  private static final String MAPPER = ".databind.ObjectMapper ";

  private static DeployedServers servers;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    servers = new DeployedServers(AwsSide.local());
    servers.rebuild();
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @Test
  void theFirstAnswerLoadsNoMapperOfJson() throws Exception {
    Path log = folder.resolve("classes.txt");
    try (FunctionProcess process = FunctionProcess.start(logged(api(), log))) {
      firstPage(process);
    }
    List<String> loaded = Files.readAllLines(log);
    assertTrue(
        loaded.stream().anyMatch(line -> line.contains("pagemark.api.EventJson ")), "an empty log");
    assertEquals(List.of(), loaded.stream().filter(line -> line.contains(MAPPER)).toList());
    assertTrue(loaded.size() <= CLASSES_MAX, loaded.size() + " classes");
  }

  @Test
  void isConnectedToTheIndexBeforeTheFirstEvent() throws Exception {
    FunctionProcess.Start start = api();
    URI index = URI.create(start.environment().get("INDEX_URL"));
    try (FaultProxy toIndex = FaultProxy.to(index);
        FunctionProcess process =
            FunctionProcess.start(start.with("INDEX_URL", toIndex.uri().toString()))) {
      process.init();
      assertTrue(toIndex.accepted() > 0, "not connected");
    }
  }

  @Test
  void startsAndAnswersFromTheTableIfTheIndexNeverReplies() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        FunctionProcess process =
            FunctionProcess.start(
                api().with("INDEX_URL", "redis://127.0.0.1:" + silent.getLocalPort()))) {
      assertTrue(firstPage(process).contains("\\\"totalItems\\\":null"), process::output);
    }
  }

  /// With `AccessLog` off, the API's log level is WARN.
  @Test
  void aFunctionOfLevelWarnKeepsNoLineOfARequestThatIsWell() throws Exception {
    FunctionProcess.Start quiet =
        api().with("AWS_LAMBDA_LOG_FORMAT", "JSON").with("AWS_LAMBDA_LOG_LEVEL", "WARN");
    try (FunctionProcess process = FunctionProcess.start(quiet)) {
      String refused = DeployedFunction.text("events/api-page.json").replace("page=3", "page=0");
      String answer = process.invoke(refused).answer().json();
      assertTrue(answer.contains("\"statusCode\":400"), answer);
      process.invoke("{\"version\": \"1.0\"}").answer();
      assertEquals(
          List.of("ERROR"),
          process.lines().stream().map(line -> line.path("level").asText()).toList());
    }
  }

  @Test
  void answersEveryFrontAndFailsAnInvocationByName() throws Exception {
    try (FunctionProcess process = FunctionProcess.start(api())) {
      for (String file : List.of("api-page-rest", "api-page-alb", "api-page-alb-multi")) {
        String event = DeployedFunction.text("events/" + file + ".json").replace("\"3\"", "\"1\"");
        String answer = process.invoke(event).answer().json();
        assertTrue(answer.contains("\"statusCode\":200"), answer);
        assertEquals(file.contains("alb"), answer.contains("\"statusDescription\":\"200 OK\""));
      }
      String invocation = DeployedFunction.text("events/api-page-invoke.json");
      String page = process.invoke(invocation.replace("3", "1")).answer().json();
      assertTrue(page.startsWith("{\"items\":[],\"page\":{\"number\":1,"), page);
      Outcome refused = process.invoke(invocation.replace("3", "0"));
      if (!(refused instanceof Outcome.Failure(var json))) {
        throw new AssertionError(refused);
      }
      assertTrue(json.contains("\"errorType\":\"pagemark.api.front.PageRefused\""), json);
      assertTrue(json.contains("\\\"parameter\\\":\\\"page\\\",\\\"value\\\":\\\"0\\\""), json);
    }
  }

  private FunctionProcess.Start api() throws IOException {
    return servers.packaged(DeployedFunction.named("ApiFunction"), folder);
  }

  private static String firstPage(FunctionProcess process) throws InterruptedException {
    String event = DeployedFunction.text("events/api-page.json").replace("page=3", "page=1");
    String answer = process.invoke(event).answer().json();
    assertTrue(answer.contains("\"statusCode\":200"), answer);
    return answer;
  }

  private static FunctionProcess.Start logged(FunctionProcess.Start start, Path log) {
    List<String> java = new ArrayList<>(start.java());
    java.add("-Xlog:class+load:file=" + log + "::filecount=0");
    return new FunctionProcess.Start(start.task(), start.handler(), start.environment(), java);
  }
}
