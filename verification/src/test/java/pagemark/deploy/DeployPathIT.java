package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.deploy.Script.Call;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
import pagemark.local.sample.Sample;

/// README's way from a clone to a page in AWS, with the local stack in the place of the deployed
/// one. The sample is loaded by the packaged command from the endpoint that the environment names
/// for `aws`, and the last command's address is asked. What is built, deployed and rebuilt is
/// written down only; [DocumentedCommandsTest] checks it.
@TakesLong(nightly = 10)
@Nightly
final class DeployPathIT {
  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofSeconds(60));

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  @TempDir private Path folder;

  @Test
  void documentedCommandsEndInPageThreeOfTheSample() throws Exception {
    Script script =
        Script.of("README.md").stream()
            .filter(any -> any.heading().equals("Deploy on AWS"))
            .findFirst()
            .orElseThrow();
    try (LocalStack stack = empty()) {
      Map<String, String> values = new HashMap<>(DocumentedCommandsTest.values());
      values.put("TABLE", stack.table());
      List<Call> calls = script.run(values, folder, Script.packaged(stack.dynamodb()));
      assertEquals(
          List.of(
              "sam build", "sam deploy", "pagemark load", "aws stepfunctions", "aws stepfunctions"),
          calls.subList(0, calls.size() - 1).stream()
              .map(call -> call.command() + " " + call.arguments().getFirst())
              .toList());
      String told = Files.readString(folder.resolve("output"));
      assertTrue(
          told.contains(
              "Writing 1,000 comments into the table %s in the region us-east-1: at most 2,000 write"
                      .formatted(stack.table())
                  + " units, about $0.0013 on demand in us-east-1"),
          told);
      assertTrue(told.contains("Loaded 1,000 items in "), told);
      assertTrue(stack.await(CATCH_UP_MAX).isCaughtUp());
      assertPage(3, stack, calls.getLast());
    }
    assertEquals(List.of(), log, "logged");
  }

  private LocalStack empty() {
    Map<String, String> environment = Map.of("TABLE_NAME", "pagemark-Table-1ABC");
    return PooledStack.start(
        new LocalOptions(0, 0, 0, null, Sample.listings(environment), 0), log::add);
  }

  private static void assertPage(int number, LocalStack stack, Call curl) throws Exception {
    assertEquals("curl", curl.command());
    String address = curl.arguments().getFirst();
    String api = DocumentedCommandsTest.values().getOrDefault("URL", "");
    assertTrue(address.startsWith(api), address);
    JsonNode page = LocalHttp.json(stack, address.substring(api.length()));
    assertEquals(number, page.at("/page/number").intValue(), page::toString);
    assertEquals(20, page.path("items").size());
    assertTrue(page.at("/page/totalItems").intValue() > 100, page::toString);
  }
}
