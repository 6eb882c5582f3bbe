package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import pagemark.deploy.Stack.Grant;

/// What the functions call, and what their roles are granted: the same, both ways.
final class PermissionsTest {
  /// Lambda's own, in a function's name: the stream is polled and failed records are kept.
  private static final Set<String> OF_STREAM =
      Set.of(
          "dynamodb:DescribeStream",
          "dynamodb:GetRecords",
          "dynamodb:GetShardIterator",
          "dynamodb:ListStreams");

  /// The tables of the stack `pagemark`, one for each generation: an id has ten characters.
  private static final String INDEX_TABLES =
      "arn:aws:dynamodb:eu-central-1:123456789012:table/pagemark-index-??????????";

  /// The tables that rebuilds have besides.
  private static final String RUN_TABLES = INDEX_TABLES + "-runs";

  private final Template template = Project.template();

  private static final Map<String, Set<String>> REACHED = reached();

  private static Map<String, Set<String>> reached() {
    Map<String, Set<String>> reached = new TreeMap<>();
    for (Map.Entry<String, JsonNode> function : Project.template().functions().entrySet()) {
      reached.put(function.getKey(), ReachableCalls.of(function.getValue()));
    }
    return reached;
  }

  @Test
  void rolesAreGrantedWhatTheFunctionsCanGetToForATableThatIsCreatedAndOneThatIsGiven() {
    for (Map<String, String> table : List.of(Choices.NONE, Choices.GIVEN_TABLE)) {
      assertEquals(withoutIndex(REACHED), granted(table), table::toString);
    }
  }

  /// The tables of the index are in no other stack.
  @Test
  void rolesAreGrantedWhatTheFunctionsCanGetToForAnIndexInDynamoDb() {
    for (Map<String, String> table : List.of(Choices.NONE, Choices.GIVEN_TABLE)) {
      for (Map<String, String> place : Choices.WITH_DYNAMODB) {
        assertEquals(REACHED, granted(Choices.all(table, place)), place::toString);
      }
    }
  }

  private static Map<String, Set<String>> withoutIndex(Map<String, Set<String>> calls) {
    Map<String, Set<String>> others = new TreeMap<>();
    calls.forEach(
        (function, all) -> {
          Set<String> rest = new TreeSet<>(all);
          rest.removeIf(call -> call.startsWith(Template.INDEX_TABLE + " "));
          // It looks up which generations still need a table of the index.
          if (function.equals(Template.REPAIR)) {
            rest.remove(Template.STATE_TABLE + " dynamodb:Scan");
          }
          others.put(function, rest);
        });
    return others;
  }

  private Map<String, Set<String>> granted(Map<String, String> choice) {
    Stack stack = Stack.of(template, Choices.all(Choices.OPEN, choice));
    Map<String, Set<String>> granted = new TreeMap<>();
    for (String function : template.functions().keySet()) {
      Set<String> calls = new TreeSet<>();
      stack
          .grants(function)
          .filter(grant -> grant.action().startsWith("dynamodb:"))
          .filter(grant -> !OF_STREAM.contains(grant.action()))
          .forEach(grant -> calls.add(table(grant) + " " + grant.action()));
      granted.put(function, calls);
    }
    return granted;
  }

  /// To list the tables of an account has no narrower resource.
  private static String table(Grant grant) {
    return grant.equals(new Grant("dynamodb:ListTables", "*"))
        ? Template.INDEX_TABLE
        : table(grant.resource());
  }

  private static String table(String resource) {
    if (resource.equals("<StateTable.Arn>")) {
      return Template.STATE_TABLE;
    }
    if (resource.equals(INDEX_TABLES) || resource.equals(RUN_TABLES)) {
      return Template.INDEX_TABLE;
    }
    String index = "(/index/[*])?";
    assertTrue(
        resource.matches("<Table[.]Arn>" + index) || resource.matches(Choices.TABLE_ARN + index),
        resource);
    return Template.TABLE;
  }

  /// The rebuild makes, fills and removes it; the repair removes one that is left.
  @Test
  void tableOfSortedRunsBelongsToTheRebuild() {
    Stack stack = Stack.of(template, Choices.all(Choices.OPEN, Choices.WITH_DYNAMODB.getFirst()));
    Map<String, Set<String>> granted = new TreeMap<>();
    for (String function : template.functions().keySet()) {
      stack
          .grants(function)
          .filter(grant -> grant.resource().equals(RUN_TABLES))
          .forEach(
              grant -> granted.computeIfAbsent(function, _ -> new TreeSet<>()).add(grant.action()));
    }
    assertEquals(
        Map.of(
            Template.REBUILD,
            Set.of(
                "dynamodb:CreateTable",
                "dynamodb:DeleteTable",
                "dynamodb:DescribeTable",
                "dynamodb:GetItem",
                "dynamodb:PutItem"),
            Template.REPAIR,
            Set.of("dynamodb:DeleteTable", "dynamodb:DescribeTable")),
        granted);
  }

  /// Lambda does not accept a narrower resource for a network, and X-Ray has none.
  private static final Set<Grant> OF_NETWORK =
      Set.of(
          new Grant("ec2:AssignPrivateIpAddresses", "*"),
          new Grant("ec2:CreateNetworkInterface", "*"),
          new Grant("ec2:DeleteNetworkInterface", "*"),
          new Grant("ec2:DescribeNetworkInterfaces", "*"),
          new Grant("ec2:DescribeSubnets", "*"),
          new Grant("ec2:UnassignPrivateIpAddresses", "*"));

  @Test
  void nothingElseIsGrantedThanLogsTracesTheVariablesKeyTheCacheAndTheNetwork() {
    Stack stack = Stack.of(template, Choices.all(Choices.OPEN, Map.of("Tracing", "on")));
    for (String function : template.functions().keySet()) {
      String name = function.replaceFirst("Function$", "");
      String user = function.equals(Template.API) ? "Api" : "Sync";
      Set<Grant> rest = new java.util.HashSet<>();
      stack
          .grants(function)
          .filter(grant -> !grant.action().startsWith("dynamodb:"))
          .forEach(rest::add);
      Set<Grant> expected = new java.util.HashSet<>();
      expected.add(new Grant("logs:CreateLogStream", "<" + name + "Log.Arn>"));
      expected.add(new Grant("logs:PutLogEvents", "<" + name + "Log.Arn>"));
      expected.add(new Grant("xray:PutTelemetryRecords", "*"));
      expected.add(new Grant("xray:PutTraceSegments", "*"));
      expected.add(new Grant("kms:Decrypt", "<Key.Arn>"));
      if (function.equals(Template.WATCH)) {
        expected.add(new Grant("lambda:InvokeFunction", "<" + Template.SYNC + ".Arn>"));
      } else {
        expected.addAll(OF_NETWORK);
        expected.add(new Grant("elasticache:Connect", "<Cache.ARN>"));
        expected.add(new Grant("elasticache:Connect", "<" + user + "CacheUser.Arn>"));
      }
      if (function.equals(Template.SYNC)) {
        expected.add(new Grant("s3:PutObject", "<FailureBucket.Arn>/*"));
        expected.add(new Grant("s3:ListBucket", "<FailureBucket.Arn>"));
        expected.add(new Grant("kms:GenerateDataKey", "<Key.Arn>"));
      }
      assertEquals(expected, rest, function);
    }
  }

  @Test
  void eachFunctionMayLogInToTheDatabaseAsItsUserAndToNothingElse() {
    for (Map<String, String> place : Choices.WITHOUT_CACHE) {
      Stack stack = Stack.of(template, Choices.all(Choices.OPEN, place));
      for (String function : template.functions().keySet()) {
        List<Grant> logins =
            stack
                .grants(function)
                .filter(grant -> grant.action().matches("(elasticache|rds).*"))
                .toList();
        assertEquals(
            place.containsKey("DatabaseResourceId") && !function.equals(Template.WATCH)
                ? List.of(new Grant("rds-db:connect", databaseUser(place, function)))
                : List.of(),
            logins,
            () -> function + " of " + place);
      }
    }
  }

  private static String databaseUser(Map<String, String> place, String function) {
    boolean api = function.equals(Template.API);
    return "arn:aws:rds-db:eu-central-1:123456789012:dbuser:%s/%s"
        .formatted(place.get("DatabaseResourceId"), api ? "pagemark_api" : "pagemark_sync");
  }

  @Test
  void streamIsPolledForTheStreamFunctionAndReadByTheWatch() {
    for (Map<String, String> table : List.of(Choices.NONE, Choices.GIVEN_TABLE)) {
      Stack stack = Stack.of(template, Choices.all(Choices.OPEN, table));
      String stream = table.isEmpty() ? "<Table.StreamArn>" : Choices.STREAM_ARN;
      String tableArn = table.isEmpty() ? "<Table.Arn>" : Choices.TABLE_ARN;
      for (String function : template.functions().keySet()) {
        Set<String> granted = new TreeSet<>();
        stack
            .grants(function)
            .filter(grant -> OF_STREAM.contains(grant.action()))
            .forEach(grant -> granted.add(grant.action() + " " + grant.resource()));
        Set<String> reads =
            Set.of(
                "dynamodb:DescribeStream " + stream,
                "dynamodb:GetRecords " + stream,
                "dynamodb:GetShardIterator " + stream);
        Set<String> polls = new TreeSet<>(reads);
        polls.add("dynamodb:ListStreams " + tableArn + "/stream/*");
        assertEquals(
            switch (function) {
              case Template.SYNC -> polls;
              case Template.WATCH -> reads;
              default -> Set.of();
            },
            granted);
      }
    }
  }

  @Test
  void networkLetsThroughWhatTheFunctionsCallAndNothingElse() {
    Stack stack = Stack.of(template, Choices.OPEN);
    Set<String> called = new TreeSet<>();
    withoutIndex(REACHED)
        .forEach(
            (function, calls) -> {
              if (!function.equals(Template.WATCH)) {
                calls.forEach(call -> called.add(call.replaceFirst(".* ", "")));
              }
            });
    Set<String> let = new TreeSet<>();
    Set<String> tables = new TreeSet<>();
    Stack.grants(stack.properties("DynamoDbEndpoint").path("PolicyDocument"))
        .forEach(
            grant -> {
              let.add(grant.action());
              tables.add(grant.resource());
            });
    assertEquals(called, let);
    assertEquals(Set.of("<Table.Arn>", "<Table.Arn>/index/*", "<StateTable.Arn>"), tables);
    assertTrue(
        stack.properties(Template.WATCH).path("VpcConfig").isMissingNode(),
        "the watch calls more, and is outside");
  }

  /// A group without a rule of its own lets all out.
  @Test
  void nobodyComesInButTheFunctionsAndEachGroupHasARuleForWhatGoesOut() {
    for (Map<String, String> place : Choices.PLACES) {
      Stack stack = Stack.of(template, Choices.all(Choices.OPEN, place));
      List<JsonNode> in = new ArrayList<>();
      for (String group : stack.resources("AWS::EC2::SecurityGroup")) {
        stack.properties(group).path("SecurityGroupIngress").forEach(in::add);
        assertFalse(stack.properties(group).path("SecurityGroupEgress").isEmpty(), group);
      }
      for (String rule : stack.resources("AWS::EC2::SecurityGroupIngress")) {
        in.add(stack.properties(rule));
      }
      for (JsonNode rule : in) {
        assertEquals(
            "<FunctionSecurityGroup>", rule.path("SourceSecurityGroupId").asText(), rule::toString);
      }
    }
  }

  /// DynamoDB decrypts a table with a given key in the caller's name. Rebuilds create the tables of
  /// the index, and let DynamoDB use it.
  @Test
  void everyFunctionMayDecryptWithAGivenKeyAndTheRebuildMayGrantIt() {
    Map<String, String> key = Map.of("EncryptionKeyArn", Choices.KEY_ARN);
    Stack stack =
        Stack.of(template, Choices.all(Choices.OPEN, Choices.WITH_DYNAMODB.getFirst(), key));
    Grant grants = new Grant("kms:CreateGrant", Choices.KEY_ARN);
    for (String function : template.functions().keySet()) {
      Set<Grant> granted = stack.grants(function).collect(Collectors.toSet());
      assertTrue(granted.contains(new Grant("kms:Decrypt", Choices.KEY_ARN)), function);
      assertEquals(function.equals(Template.REBUILD), granted.contains(grants), function);
    }
  }

  /// Whatever the listings are: they come with the functions, and the template is the same for all.
  @Test
  void theApiMayQueryTheTableAndItsIndexes() {
    Set<String> queried = new TreeSet<>();
    Stack.of(template, Choices.OPEN)
        .grants(Template.API)
        .filter(grant -> grant.action().equals("dynamodb:Query"))
        .forEach(grant -> queried.add(grant.resource()));
    assertEquals(Set.of("<Table.Arn>", "<Table.Arn>/index/*", "<StateTable.Arn>"), queried);
  }

  /// `StateReadsIT` checks that it asks for no more.
  @Test
  void theApiMayFileSuspectsAndReadGenerationsAndNothingElseOfTheStateTable() {
    Map<String, String> keys = new TreeMap<>();
    for (JsonNode statement :
        Stack.of(template, Choices.OPEN)
            .properties("ApiRole")
            .at("/Policies/0/PolicyDocument/Statement")) {
      if (statement.path("Resource").asText().equals("<StateTable.Arn>")) {
        keys.put(statement.path("Action").asText(), statement.path("Condition").toString());
      }
    }
    assertEquals(
        Map.of(
            "dynamodb:PutItem", leadingKeys("suspect#*"),
            "dynamodb:Query", leadingKeys("listing#*")),
        keys);
  }

  private static String leadingKeys(String keys) {
    return "{\"ForAllValues:StringLike\":{\"dynamodb:LeadingKeys\":[\"%s\"]},".formatted(keys)
        + "\"Null\":{\"dynamodb:LeadingKeys\":\"false\"}}";
  }

  @Test
  void stateMachinesMayInvokeTheirFunctionAndNothingElse() {
    Stack stack = Stack.of(template, Choices.OPEN);
    for (String machine : List.of("Rebuild", "Audit")) {
      String role = machine + "MachineRole";
      assertEquals("<" + role + ".Arn>", stack.properties(machine).path("RoleArn").asText());
      assertEquals(
          List.of(new Grant("lambda:InvokeFunction", "<" + machine + "Function.Arn>")),
          grants(stack, role));
    }
  }

  @Test
  void theScheduleOfAuditsMayStartTheMachineAndNothingElse() {
    Stack stack =
        Stack.of(template, Choices.all(Choices.OPEN, Map.of("AuditSchedule", "rate(1 day)")));
    assertEquals(
        List.of(new Grant("states:StartExecution", "<Audit>")), grants(stack, "AuditRuleRole"));
  }

  @Test
  void aRebuildMayStartItselfAndNothingElse() {
    JsonNode goesOn = Stack.of(template, Choices.OPEN).properties("RebuildGoesOnPolicy");
    assertEquals("<RebuildMachineRole>", goesOn.path("Roles").path(0).asText());
    assertEquals(
        List.of(new Grant("states:StartExecution", "<Rebuild>")),
        Stack.grants(goesOn.path("PolicyDocument")).toList());
  }

  private static List<Grant> grants(Stack stack, String role) {
    return stack
        .properties(role)
        .path("Policies")
        .valueStream()
        .flatMap(policy -> Stack.grants(policy.path("PolicyDocument")))
        .toList();
  }
}
