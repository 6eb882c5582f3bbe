package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.DynamoIndexProvider;
import pagemark.pages.table.FetchPlan;

/// The environment variables of the functions. `PackagedRuntimeIT` starts each function with those
/// that the template sets, and no others.
final class EnvironmentTest {
  private final Template template = Project.template();

  @Test
  void everyVariableHasAValueInEveryStack() {
    Choices.everything()
        .forEach(
            parameters -> {
              Stack stack = Stack.of(template, parameters);
              for (String function : template.functions().keySet()) {
                stack
                    .properties(function)
                    .at("/Environment/Variables")
                    .properties()
                    .forEach(
                        variable ->
                            assertFalse(
                                variable.getValue().asText().isEmpty(), variable::toString));
              }
            });
  }

  /// Otherwise the JVM closes connections after each call, and the next call opens one again.
  @Test
  void aFunctionKeepsAsManyConnectionsAsItSendsCallsSideBySide() {
    Stack stack = Stack.of(template, Choices.OPEN);
    for (String function : template.functions().keySet()) {
      Matcher option =
          Pattern.compile("-Dhttp[.]maxConnections=(\\d+)")
              .matcher(variable(stack, function, "JAVA_TOOL_OPTIONS"));
      assertTrue(option.matches(), function);
      int kept = Integer.parseInt(option.group(1));
      assertTrue(kept >= DynamoIndexProvider.CALLS_MAX && kept >= FetchPlan.CALLS_MAX, function);
    }
  }

  @Test
  void environmentNamesTheTablesTheStreamAndTheIndex() {
    Stack created = Stack.of(template, Choices.OPEN);
    Stack given =
        Stack.of(
            template, Choices.all(Choices.OPEN, Choices.GIVEN_INDEXES.get(1), Choices.GIVEN_TABLE));
    Stack secret = withoutNetwork(Choices.SECRET);
    for (String function : template.functions().keySet()) {
      boolean api = function.equals(Template.API);
      assertEquals("<Table>", variable(created, function, "TABLE_NAME"));
      assertEquals("orders", variable(given, function, "TABLE_NAME"));
      assertEquals("<StateTable>", variable(created, function, "STATE_TABLE_NAME"));
      assertEquals("<StateTable>", variable(given, function, "STATE_TABLE_NAME"));
      assertEquals(api ? "" : "<Table.StreamArn>", variable(created, function, "STREAM_ARN"));
      assertEquals(api ? "" : Choices.STREAM_ARN, variable(given, function, "STREAM_ARN"));
      if (function.equals(Template.WATCH)) {
        continue;
      }
      assertEquals(
          "rediss://<%sCacheUser>@<Cache.Endpoint.Address>:<Cache.Endpoint.Port>?cluster=true&iam=pagemark&serverless=true%s"
              .formatted(api ? "Api" : "Sync", api ? "" : "&maxGigabytes=1&maxUnits=25000"),
          variable(created, function, "INDEX_URL"));
      assertEquals(
          (api ? Choices.READER.get("ReaderIndexUrl") : Choices.GIVEN_INDEX.get("IndexUrl")),
          variable(given, function, "INDEX_URL"));
      assertEquals(
          "{{resolve:secretsmanager:%s:SecretString:%s}}"
              .formatted(Choices.SECRET.get("IndexSecretArn"), api ? "readerUrl" : "url"),
          variable(secret, function, "INDEX_URL"));
    }
  }

  @Test
  void functionsSignInToTheDatabaseAsTheReaderOrAsTheWriter() {
    for (String function : List.of(Template.API, Template.SYNC)) {
      String user = function.equals(Template.API) ? "pagemark_api" : "pagemark_sync";
      for (Map<String, String> database : List.of(Choices.DATABASE, Choices.AURORA)) {
        assertEquals(
            database.get("IndexUrl") + "?user=" + user + "&iam=true&ca=/var/task/rds-ca.pem",
            variable(withoutNetwork(database), function, "INDEX_URL"));
      }
      assertEquals(
          Choices.PROXY.get("IndexUrl") + "&user=" + user + "&iam=true",
          variable(withoutNetwork(Choices.PROXY), function, "INDEX_URL"));
    }
  }

  private Stack withoutNetwork(Map<String, String> index) {
    return Stack.of(template, Choices.all(Choices.OPEN, Choices.NO_NETWORK, index));
  }

  private static String variable(Stack stack, String function, String name) {
    return stack.properties(function).at("/Environment/Variables/" + name).asText();
  }
}
