package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.api.Front.Reply;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.pages.Definitions;
import pagemark.services.TestContext;

/// Runs the self-contained jar in a process of its own, with the environment of a deployed
/// function.
final class PackagedJarIT {
  private static final Path JAR =
      Path.of(System.getProperty("pagemark.root", ".."), "api-function/target/api-function.jar");

  @TempDir private Path taskRoot = Path.of("");

  @Test
  void answersAnEventFromRedisAndDynamoDb() throws Exception {
    try (RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
        IndexStore index = IndexStores.open(redis.uri().toString(), IndexSettings.DEFAULT)) {
      Shop shop = new Shop("packaged", Definitions.COMMENTS, index).open();
      shop.put(
          List.of(
              Shop.comment("rita", "SHIRT", "2024-05-01 00:00"),
              Shop.comment("tom", "SHIRT", "2024-05-01 00:01")));
      String url = "/comments/SHIRT?page=2&size=1";
      Reply expected = shop.front().get(url);
      assertEquals(List.of("rita"), expected.keys());
      String response = invoke(Front.json("GET", url, Map.of()), redis);
      Reply reply = Front.reply("GET", url, response);
      assertEquals(expected.text(), reply.text());
      assertEquals(expected.header("Link"), reply.header("Link"));
    }
  }

  private String invoke(String event, RedisServer redis) throws Exception {
    Files.writeString(taskRoot.resolve("listings.json"), Definitions.COMMENTS);
    Path out = taskRoot.resolve("out");
    Path err = taskRoot.resolve("err");
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            "%s:%s:%s:%s"
                .formatted(
                    JAR,
                    home(LambdaEventSerializers.class),
                    home(TestContext.class),
                    home(Invocation.class)),
            Invocation.class.getName());
    java.environment().clear();
    java.environment()
        .putAll(
            Map.of(
                "TABLE_NAME", "packaged",
                "STATE_TABLE_NAME", "packaged-state",
                "INDEX_URL", redis.uri().toString(),
                "LAMBDA_TASK_ROOT", taskRoot.toString(),
                "CURSOR_KEY", Definitions.CURSOR_KEYS.current(),
                "AWS_REGION", "us-east-1",
                "AWS_ACCESS_KEY_ID", "local",
                "AWS_SECRET_ACCESS_KEY", "local",
                "AWS_ENDPOINT_URL_DYNAMODB", Shop.endpoint().toString()));
    Process process = java.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    process.getOutputStream().write(event.getBytes(UTF_8));
    process.getOutputStream().close();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "no answer in 60 seconds");
    assertEquals("", Files.readString(err));
    return Files.readString(out);
  }

  private static Path home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
