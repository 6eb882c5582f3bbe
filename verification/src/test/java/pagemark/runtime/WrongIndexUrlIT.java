package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.deploy.DeployedFunction;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// A packaged function whose index URL is of no kind that its jar knows says so, and does not
/// start.
@TakesLong(nightly = 25)
final class WrongIndexUrlIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> ONE_OF_EACH_JAR = List.of("ApiFunction", "StreamSyncFunction");

  @TempDir private Path folder;

  @Test
  void everyFunctionOfTheTemplateThatKnowsAnIndexRefusesIt() throws Exception {
    assertRefused(
        IndexSide.redis(),
        Extent.of(
            ONE_OF_EACH_JAR,
            DeployedFunction.all().stream()
                .map(DeployedFunction::name)
                .filter(name -> !name.equals("StreamWatchFunction"))
                .toList()));
  }

  @Nightly
  @Test
  void theJarsForSqlRefuseIt() throws Exception {
    assertRefused(new IndexSide.Sql("jdbc:postgresql:unused", () -> {}), ONE_OF_EACH_JAR);
  }

  @Nightly
  @Test
  void theJarsForDynamoDbRefuseIt() throws Exception {
    assertRefused(IndexSide.dynamoDb(), ONE_OF_EACH_JAR);
  }

  private void assertRefused(IndexSide index, List<String> functions) throws Exception {
    try (DeployedServers servers = new DeployedServers(AwsSide.local(), index)) {
      for (String name : functions) {
        FunctionProcess.Start start =
            servers
                .packaged(servers.function(name), folder.resolve(name))
                .with("INDEX_URL", "postgres://127.0.0.1:1");
        try (FunctionProcess process = FunctionProcess.start(start)) {
          Outcome.InitFailure failure =
              assertInstanceOf(Outcome.InitFailure.class, process.outcome(), name);
          JsonNode error = JSON.readTree(failure.json());
          assertEquals(
              "index URL has the scheme \"postgres\". Valid schemes: "
                  + String.join(", ", servers.schemes()),
              error.path("errorMessage").asText(),
              name);
          assertEquals(
              "java.lang.IllegalArgumentException", error.path("errorType").asText(), name);
        }
      }
    }
  }
}
