package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/// The packaged jar, started as a user starts it.
@Nightly
@TakesLong(nightly = 35)
final class LocalCommandIT {
  private static final String PAGE = "/comments/DAFT_PUNK_TSHIRT?page=2&size=5";

  @TempDir private Path folder;

  @Test
  void readyLineIsPrintedWhenThePagesAreThereAndSigtermStopsAll() throws Exception {
    try (CommandProcess command =
        CommandProcess.start(folder, "local", "--port", "0", "--sample", "400")) {
      int port = command.awaitReady();

      HttpResponse<String> page = LocalHttp.get(port, "/comments/DAFT_PUNK_TSHIRT?page=3");
      assertEquals(200, page.statusCode());
      assertTrue(page.body().contains("\"number\":3"), page.body());
      assertTrue(
          command
              .output()
              .contains(
                  "Try: curl 'http://localhost:%d/comments/DAFT_PUNK_TSHIRT?page=3'"
                      .formatted(port)));
      command.says("DynamoDB Local: http://127.0.0.1:");
      assertPasswordIsNeededAndPrintedOnce(command, port);

      List<ProcessHandle> children = command.descendants();
      assertTrue(children.size() >= 2, children::toString);
      command.stop();
      assertEquals(143, command.exitCode());
      CommandProcess.awaitEndOf(children);
    }
  }

  private static void assertPasswordIsNeededAndPrintedOnce(CommandProcess command, int port)
      throws Exception {
    URI index = URI.create(command.printed("Index"));
    try (Jedis stranger = new Jedis(index.getHost(), index.getPort());
        Jedis user = new Jedis(index)) {
      var refused = assertThrows(JedisDataException.class, () -> stranger.eval("return 1"));
      assertTrue(String.valueOf(refused.getMessage()).startsWith("NOAUTH"));
      assertEquals(1L, user.eval("return 1"));
    }
    String password = index.getUserInfo().replaceFirst("^default:", "");
    assertTrue(password.matches("[0-9a-f]{32}"), password);
    assertEquals(2, command.output().split(password, -1).length, command::output);
    assertFalse(
        ProcessHandle.allProcesses()
            .anyMatch(any -> any.info().commandLine().orElse("").contains(password)));
    for (String path : List.of("/", "/health", "/local/listings")) {
      assertFalse(LocalHttp.get(port, path).body().contains(password), path);
    }
  }

  @Test
  void listingsOfTheWorkingFolderAreUsedAndGetNoSampleAndAKillStopsAll() throws Exception {
    Files.writeString(folder.resolve("listings.json"), NotesStack.LISTINGS);
    try (CommandProcess command = CommandProcess.start(folder, "local", "--port", "0")) {
      int port = command.awaitReady();

      assertEquals(200, LocalHttp.get(port, "/notes?group=x").statusCode());
      assertEquals(404, LocalHttp.get(port, "/comments?group=x").statusCode());
      command.says("No sample is loaded, because the listings are not the sample's");
      command.says("No group has items yet");

      List<ProcessHandle> children = command.descendants();
      assertTrue(children.size() >= 2, children::toString);

      command.kill();

      CommandProcess.awaitEndOf(children);
    }
  }

  /// It used to end the whole stack. Now the stack starts Redis again, with the index.
  @Test
  void redisThatDiesIsStartedAgainAndTheIndexRebuilt() throws Exception {
    try (ServedCommand command = new ServedCommand("local", "--port=0", "--sample=300")) {
      int port = command.awaitReady();
      JsonNode before = LocalHttp.json(port, PAGE).path("items");
      assertEquals(5, before.size());
      String index = command.printed("Index");
      List<ProcessHandle> dead = List.of(redis(index));
      dead.forEach(ProcessHandle::destroyForcibly);

      CommandProcess.awaitEndOf(dead);
      command.awaitOutput("The indexes are complete again");
      command.says("Redis has ended unexpectedly. It is started again (1 of");
      assertEquals("READY", LocalHttp.json(port, "/health").path("status").textValue());
      assertEquals(before, LocalHttp.json(port, PAGE).path("items"));
      try (Jedis redis = new Jedis(index)) {
        assertEquals("PONG", redis.ping(), "the printed URL stays valid");
      }
    }
  }

  private static ProcessHandle redis(String index) {
    try (Jedis redis = new Jedis(index)) {
      String id = redis.info("server").replaceFirst("(?s).*\nprocess_id:(\\d+).*", "$1");
      return ProcessHandle.of(Long.parseLong(id)).orElseThrow();
    }
  }

  /// Maven may run on an older Java than the project needs; its Java is at hand in any case.
  @Test
  void reportsTheNeededJavaVersionOnAnOlderJava() throws Exception {
    Path java = Path.of(System.getProperty("pagemark.maven-java"), "bin", "java");
    int version = Integer.parseInt(System.getProperty("pagemark.maven-java-version"));
    try (CommandProcess command = CommandProcess.startOn(java, folder)) {
      if (version < 25) {
        assertEquals(1, command.exitCode());
        assertEquals(1, command.output().lines().count(), command.output());
        assertTrue(
            command.output().startsWith("pagemark needs Java 25 or newer; this is Java " + version),
            command.output());
      } else {
        assertEquals(0, command.exitCode());
      }
    }
  }
}
