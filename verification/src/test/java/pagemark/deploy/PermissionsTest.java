package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

  private static final String UPKEEP = "UpkeepRole";

  private static final String GRANTS = "verification/src/test/resources/pagemark/deploy/grants.txt";

  /// Where other rights are granted than by default.
  private static final List<String> OTHERS =
      List.of(
          "Logs=traces",
          "TableStreamArn=" + Choices.STREAM_ARN,
          "Network=none IndexUrl=redis://h:1",
          "Network=none IndexKind=sql IndexUrl=jdbc:h DatabaseResourceId=db-A",
          "Network=none IndexKind=dynamodb",
          "Network=none IndexKind=dynamodb EncryptionKeyArn=" + Choices.KEY_ARN);

  private final Template template = Project.template();

  /// The calls of all functions of a role.
  private static final Map<String, Set<String>> REACHED = reached();

  private static Map<String, Set<String>> reached() {
    Map<String, Set<String>> reached = new TreeMap<>();
    Stack stack = Stack.of(Project.template(), Choices.OPEN);
    for (Map.Entry<String, JsonNode> function : Project.template().functions().entrySet()) {
      reached
          .computeIfAbsent(stack.role(function.getKey()), _ -> new TreeSet<>())
          .addAll(ReachableCalls.of(function.getValue()));
    }
    return reached;
  }

  /// docs/decisions/0044: the functions of one role rebuild, audit and repair.
  @Test
  void rolesAreFiveAndOneIsOfThreeFunctions() {
    Stack stack = Stack.of(template, Choices.OPEN);
    Set<String> roles = stack.resources("AWS::IAM::Role");
    assertEquals(
        Set.of("ApiRole", "CallerRole", "StreamSyncRole", "StreamWatchRole", UPKEEP), roles);
    for (String function : template.functions().keySet()) {
      boolean shares = Set.of(Template.REBUILD, Template.AUDIT, Template.REPAIR).contains(function);
      String role = shares ? UPKEEP : function.replaceFirst("Function$", "Role");
      assertEquals(role, stack.role(function), function);
    }
  }

  @Test
  void rolesAreGrantedWhatTheFunctionsCanGetToForATableThatIsCreatedAndOneThatIsGiven() {
    for (Map<String, String> table : List.of(Choices.NONE, Choices.GIVEN_TABLE)) {
      assertEquals(withoutIndex(REACHED), granted(table), table::toString);
    }
  }

  /// README says so of the listed table, whose grants are all in the list.
  @Test
  void noRoleCanWriteTheListedTable() {
    Pattern grant =
        Pattern.compile("dynamodb:(\\w+) (?:<Table.Arn>|\\S+:table/orders)(?:/index/.)?\\s");
    List<String> actions =
        grant.matcher(Project.text(GRANTS)).results().map(found -> found.group(1)).toList();
    assertEquals(Set.of("BatchGetItem", "DescribeTable", "Query", "Scan"), Set.copyOf(actions));
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
        (role, all) -> {
          Set<String> rest = new TreeSet<>(all);
          rest.removeIf(call -> call.startsWith(Template.INDEX_TABLE + " "));
          // It looks up which generations still need a table of the index.
          rest.remove(Template.STATE_TABLE + " dynamodb:Scan");
          others.put(role, rest);
        });
    return others;
  }

  private Map<String, Set<String>> granted(Map<String, String> choice) {
    Stack stack = Stack.of(Project.template(choice), Choices.all(Choices.OPEN, choice));
    Map<String, Set<String>> granted = new TreeMap<>();
    for (String role : REACHED.keySet()) {
      Set<String> calls = new TreeSet<>();
      stack
          .grants(role)
          .filter(grant -> grant.action().startsWith("dynamodb:"))
          .filter(grant -> !OF_STREAM.contains(grant.action()))
          .forEach(grant -> calls.add(table(grant) + " " + grant.action()));
      granted.put(role, calls);
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

  /// Every role and policy: each action with its resource, by default, and what is otherwise with
  /// other parameters than with those before (`grants.txt`, which `-Dwrite=true` writes).
  @Test
  void rolesAreGrantedWhatTheListSays() throws IOException {
    Set<String> before = grants("");
    StringBuilder text = new StringBuilder(String.join("\n", before)).append("\n");
    for (String parameters : OTHERS) {
      Set<String> grants = grants(parameters);
      text.append("\n").append(parameters).append("\n");
      difference(before, grants).forEach(gone -> text.append("- ").append(gone).append("\n"));
      difference(grants, before).forEach(more -> text.append("+ ").append(more).append("\n"));
      before = grants;
    }
    if (Boolean.getBoolean("write")) {
      Files.writeString(Project.ROOT.resolve(GRANTS), text);
    }
    assertEquals(Project.text(GRANTS), text.toString());
  }

  private static Set<String> difference(Set<String> all, Set<String> others) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }

  private Set<String> grants(String parameters) {
    Map<String, String> given = Choices.parsed(parameters.isEmpty() ? null : parameters);
    Stack stack = Stack.of(Project.template(given), given);
    Set<String> grants = new TreeSet<>();
    for (String role : stack.resources("AWS::IAM::Role")) {
      JsonNode properties = stack.properties(role);
      properties
          .path("Policies")
          .forEach(policy -> add(grants, role, policy.path("PolicyDocument")));
      properties
          .path("ManagedPolicyArns")
          .forEach(policy -> grants.add(role + " has " + plain(policy)));
    }
    for (String policy : stack.resources("AWS::IAM::ManagedPolicy")) {
      JsonNode properties = stack.properties(policy);
      properties.path("Roles").forEach(role -> grants.add(plain(role) + " has " + policy));
      add(grants, policy, properties.path("PolicyDocument"));
    }
    return grants;
  }

  private static String plain(JsonNode reference) {
    return reference.asText().replaceAll("[<>]", "");
  }

  private static void add(Set<String> grants, String owner, JsonNode document) {
    for (JsonNode statement : document.path("Statement")) {
      Stack.granted(statement)
          .forEach(
              grant ->
                  grants.add(
                      "%s %s %s %s"
                          .formatted(
                              owner, grant.action(), grant.resource(), statement.path("Condition"))
                          .strip()));
    }
  }

  @Test
  void networkLetsThroughWhatTheFunctionsCallAndNothingElse() {
    Stack stack = Stack.of(template, Choices.OPEN);
    Set<String> called = new TreeSet<>();
    withoutIndex(REACHED)
        .forEach(
            (role, calls) -> {
              if (!role.equals("StreamWatchRole")) {
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
  }

  /// A group without a rule of its own lets all out.
  @Test
  void nobodyComesInButTheFunctionsAndEachGroupHasARuleForWhatGoesOut() {
    for (Map<String, String> place : Choices.PLACES) {
      Stack stack = Stack.of(Project.template(place), Choices.all(Choices.OPEN, place));
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
}
