package pagemark.deploy;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.deploy.Template.Reference;

final class TemplateTest {
  private static final Set<String> PSEUDO_PARAMETERS =
      Set.of(
          "AWS::AccountId",
          "AWS::NoValue",
          "AWS::Partition",
          "AWS::Region",
          "AWS::StackId",
          "AWS::StackName",
          "AWS::URLSuffix");

  private final Template template = Project.template();

  @Test
  void everyReferenceNamesSomethingDeclared() {
    List<Reference> dangling =
        template.references().filter(reference -> !declares(reference)).toList();
    assertEquals(List.of(), dangling);
  }

  private boolean declares(Reference reference) {
    String name = reference.name();
    boolean resource =
        template.names("Resources").contains(name) || template.aliases().containsValue(name);
    return switch (reference.kind()) {
      case RESOURCE -> resource;
      case CONDITION -> template.names("Conditions").contains(name);
      case VALUE ->
          resource
              || template.names("Parameters").contains(name)
              || PSEUDO_PARAMETERS.contains(name);
    };
  }

  @Test
  void everyParameterAndConditionIsUsed() {
    Set<String> used = template.references().map(Reference::name).collect(toSet());
    Set<String> unused = new TreeSet<>(template.names("Parameters"));
    unused.addAll(template.names("Conditions"));
    unused.removeAll(used);
    assertEquals(Set.of(), unused);
  }

  @Test
  void everyHandlerIsAPublicClassThatLambdaCanCreateAndCall() throws Exception {
    assertEquals(
        Set.of(
            Template.API,
            Template.SYNC,
            Template.REBUILD,
            Template.AUDIT,
            Template.REPAIR,
            Template.WATCH),
        template.functions().keySet());
    for (JsonNode function : template.functions().values()) {
      String[] handler = function.path("Handler").asText().split("::", -1);
      Class<?> type = Class.forName(handler[0], false, getClass().getClassLoader());
      assertTrue(Modifier.isPublic(type.getModifiers()), handler[0]);
      assertTrue(Modifier.isPublic(type.getConstructor().getModifiers()), handler[0]);
      assertTrue(RequestHandler.class.isAssignableFrom(type), handler[0]);
      assertTrue(
          Arrays.stream(type.getMethods()).anyMatch(m -> m.getName().equals(handler[1])),
          handler[1]);
    }
  }

  @Test
  void everyFunctionRunsOnTheJavaOfTheBuild() {
    String release = Project.text("pom.xml").replaceFirst("(?s).*<java.release>(\\d+)<.*", "$1");
    JsonNode globals = template.root().path("Globals").path("Function");
    assertEquals("java" + release, globals.path("Runtime").asText());
    template.functions().values().forEach(f -> assertTrue(f.path("Runtime").isMissingNode()));
  }

  @Test
  void theStreamIsReadFromItsBeginningAndFailedRecordsAreKept() {
    JsonNode mapping = mapping(Stack.of(template, Choices.OPEN));
    assertEquals("TRIM_HORIZON", mapping.path("StartingPosition").asText());
    assertEquals("ReportBatchItemFailures", mapping.at("/FunctionResponseTypes/0").asText());
    assertTrue(mapping.path("BisectBatchOnFunctionError").booleanValue());
    assertEquals(-1, mapping.path("MaximumRetryAttempts").asInt());
    int age = mapping.path("MaximumRecordAgeInSeconds").asInt();
    assertTrue(age > 12 * 3600 && age < 24 * 3600, "before the stream itself forgets a record");
    assertTrue(mapping.path("BatchSize").asInt() <= 1_000, "read in one call");
    assertEquals("S3", mapping.at("/DestinationConfig/OnFailure/Type").asText());
    assertEquals(
        "<FailureBucket.Arn>",
        mapping.at("/DestinationConfig/OnFailure/Destination").asText(),
        "an ARN");
  }

  /// A window costs time, and saves most in DynamoDB.
  @Test
  void recordsAreGatheredForASecondInDynamoDbAndElseOnlyIfSomebodyAsks() {
    for (Map<String, String> place : Choices.PLACES) {
      JsonNode window =
          mapping(Stack.of(template, Choices.all(Choices.OPEN, place)))
              .path("MaximumBatchingWindowInSeconds");
      boolean gathered = Choices.WITH_DYNAMODB.contains(place);
      assertEquals(
          place.getOrDefault("IndexWindowSeconds", gathered ? "1" : "0"),
          window.asText(),
          place::toString);
    }
  }

  @Test
  void theFunctionFollowsTheStreamOfItsEnvironment() {
    for (Map<String, String> table : List.of(Choices.NONE, Choices.GIVEN_TABLE)) {
      Stack stack = Stack.of(template, Choices.all(Choices.OPEN, table));
      assertEquals(
          stack.properties(Template.SYNC).at("/Environment/Variables/STREAM_ARN").asText(),
          mapping(stack).path("Stream").asText());
    }
    assertEquals(
        "NEW_AND_OLD_IMAGES",
        template.properties(Template.TABLE).at("/StreamSpecification/StreamViewType").asText());
  }

  @Test
  void theWatchRunsOftenAndReceivesFailedBatches() {
    Stack stack = Stack.of(template, Choices.OPEN);
    JsonNode watch = stack.properties(Template.WATCH);
    assertEquals("rate(5 minutes)", watch.at("/Events/Often/Properties/Schedule").asText());
    assertEquals(
        "<" + Template.SYNC + ">", watch.at("/Environment/Variables/SYNC_FUNCTION_NAME").asText());
    JsonNode pattern = stack.properties("GivenUpRule").path("EventPattern");
    JsonNode event = Project.json("events/given-up.json");
    assertEquals(event.path("source"), pattern.at("/source/0"));
    assertEquals(event.path("detail-type"), pattern.at("/detail-type/0"));
    assertEquals("<FailureBucket>", pattern.at("/detail/bucket/name/0").asText());
    assertTrue(
        stack
            .properties("FailureBucket")
            .at("/NotificationConfiguration/EventBridgeConfiguration/EventBridgeEnabled")
            .booleanValue());
    assertEquals(
        "<" + Template.WATCH + ".Arn>",
        stack.properties("GivenUpRule").at("/Targets/0/Arn").asText());
    assertEquals(
        "<GivenUpRule.Arn>", stack.properties("GivenUpPermission").path("SourceArn").asText());
  }

  private static JsonNode mapping(Stack stack) {
    List<JsonNode> mappings =
        stack
            .properties(Template.SYNC)
            .path("Events")
            .valueStream()
            .filter(event -> event.path("Type").asText().equals("DynamoDB"))
            .toList();
    assertEquals(1, mappings.size());
    return mappings.getFirst().path("Properties");
  }

  @Test
  void theBucketOfFailedRecordsIsClosedEncryptedAndForgets() {
    Stack stack = Stack.of(template, Choices.OPEN);
    JsonNode bucket = stack.properties("FailureBucket");
    assertEquals(
        "{\"SSEAlgorithm\":\"aws:kms\",\"KMSMasterKeyID\":\"<Key.Arn>\"}",
        bucket
            .at(
                "/BucketEncryption/ServerSideEncryptionConfiguration/0/ServerSideEncryptionByDefault")
            .toString());
    JsonNode block = bucket.path("PublicAccessBlockConfiguration");
    assertEquals(4, block.size());
    block.forEach(closed -> assertTrue(closed.booleanValue()));
    JsonNode rule = bucket.at("/LifecycleConfiguration/Rules/0");
    assertEquals("Enabled", rule.path("Status").asText());
    assertEquals("14", rule.path("ExpirationInDays").asText());
    JsonNode statement = stack.properties("FailureBucketPolicy").at("/PolicyDocument/Statement/0");
    assertEquals("Deny", statement.path("Effect").asText());
    assertEquals("*", statement.path("Principal").asText());
    assertEquals("s3:*", statement.path("Action").asText());
    assertEquals(
        "[\"<FailureBucket.Arn>\",\"<FailureBucket.Arn>/*\"]",
        statement.path("Resource").toString());
    assertEquals(
        "{\"Bool\":{\"aws:SecureTransport\":\"false\"}}", statement.path("Condition").toString());
  }

  @Test
  void schedulesInvokeTheAuditWhereItIsOnAndRepairsAlways() {
    Stack off = Stack.of(template, Choices.all(Choices.OPEN, Map.of("AuditSchedule", "never")));
    assertEquals(
        Set.of("GivenUpRule"), off.resources("AWS::Events::Rule"), "an audit costs what it reads");
    assertEquals(
        "rate(5 minutes)",
        off.properties(Template.REPAIR).at("/Events/Often/Properties/Schedule").asText());
    JsonNode sweep = off.properties(Template.REPAIR).at("/Events/EachMinute/Properties");
    assertEquals("rate(1 minute)", sweep.path("Schedule").asText());
    assertEquals("{\"action\": \"sweep\"}", sweep.path("Input").asText());
    JsonNode byDefault = Stack.of(template, Choices.OPEN).properties("AuditRule");
    assertEquals("rate(1 day)", byDefault.path("ScheduleExpression").asText());
    assertEquals(
        "{\"readByKey\": true, \"sample\": 0.01, \"repair\": true}",
        byDefault.at("/Targets/0/Input").asText());
    Stack on =
        Stack.of(template, Choices.all(Choices.OPEN, Map.of("AuditSchedule", "rate(7 days)")));
    JsonNode rule = on.properties("AuditRule");
    assertEquals("rate(7 days)", rule.path("ScheduleExpression").asText());
    assertEquals("<Audit>", rule.at("/Targets/0/Arn").asText());
    assertEquals("<AuditRuleRole.Arn>", rule.at("/Targets/0/RoleArn").asText());
    assertEquals(
        "{\"readByKey\": false, \"sample\": 0.01, \"repair\": true}",
        rule.at("/Targets/0/Input").asText());
    assertTrue(Project.listings().find("comments").isPresent());
  }

  @Test
  void theTablesAreWhatTheListingsAndTheCodeNeed() {
    JsonNode table = template.properties(Template.TABLE);
    assertEquals(TableShape.of(Project.listings()), TableShape.of(table));
    JsonNode state = template.properties(Template.STATE_TABLE);
    assertEquals(TableShape.ofState(), TableShape.of(state));
  }

  @Test
  void itemsOfTheStateTableExpire() {
    JsonNode expiry = template.properties(Template.STATE_TABLE).path("TimeToLiveSpecification");
    assertEquals("expires", expiry.path("AttributeName").asText());
    assertTrue(expiry.path("Enabled").booleanValue());
  }

  /// Whatever the listings are: they come with the functions, and the template is the same for all.
  @Test
  void theApiMayQueryTheTableAndItsIndexesAndNothingElse() {
    assertEquals(
        Set.of("<Table.Arn>", "<Table.Arn>/index/*"), texts(statement("Pages").path("Resource")));
  }

  @Test
  void theNetworksWayToDynamoDbLetsThroughTheTableAndItsIndexesToo() {
    JsonNode resources =
        Stack.of(template, Choices.OPEN)
            .properties("DynamoDbEndpoint")
            .at("/PolicyDocument/Statement/0/Resource");
    assertEquals(
        Set.of("<Table.Arn>", "<Table.Arn>/index/*", "<StateTable.Arn>"), texts(resources));
  }

  private static Set<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).collect(toCollection(TreeSet::new));
  }

  @Test
  void theApiMayFileSuspectsAndPutNothingElse() {
    assertLeadingKeys("suspect#*", statement("Suspects"));
  }

  /// `StateReadsIT` checks that it asks for no more.
  @Test
  void theApiMayReadGenerationsAndNothingElseOfTheStateTable() {
    assertLeadingKeys("listing#*", statement("State"));
  }

  private static void assertLeadingKeys(String keys, JsonNode statement) {
    assertEquals("<StateTable.Arn>", statement.path("Resource").asText());
    assertEquals(
        "{\"ForAllValues:StringLike\":{\"dynamodb:LeadingKeys\":[\"%s\"]},".formatted(keys)
            + "\"Null\":{\"dynamodb:LeadingKeys\":\"false\"}}",
        statement.path("Condition").toString());
  }

  private JsonNode statement(String sid) {
    return Stack.of(template, Choices.OPEN)
        .properties("ApiRole")
        .at("/Policies/0/PolicyDocument/Statement")
        .valueStream()
        .filter(statement -> statement.path("Sid").asText().equals(sid))
        .findFirst()
        .orElseThrow();
  }
}
