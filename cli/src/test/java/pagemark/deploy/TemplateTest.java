package pagemark.deploy;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.deploy.Template.Reference;
import pagemark.listing.Listing;

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
    boolean resource = template.names("Resources").contains(name);
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
        Set.of(Template.API, Template.SYNC, Template.REBUILD, Template.AUDIT, Template.REPAIR),
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
  void theStreamComesFromItsBeginningAndNothingOfItIsGivenUp() {
    JsonNode mapping = mapping();
    assertEquals("TRIM_HORIZON", mapping.path("StartingPosition").asText());
    assertEquals("ReportBatchItemFailures", mapping.at("/FunctionResponseTypes/0").asText());
    assertTrue(mapping.path("BisectBatchOnFunctionError").booleanValue());
    assertEquals(-1, mapping.path("MaximumRetryAttempts").asInt());
    assertEquals(24 * 3600, mapping.path("MaximumRecordAgeInSeconds").asInt());
    assertTrue(mapping.path("BatchSize").asInt() <= 1_000, "read in one call");
  }

  @Test
  void theFunctionFollowsTheStreamThatItIsToldOf() {
    String streamArn = "{\"Fn::GetAtt\":[\"Table\",\"StreamArn\"]}";
    assertEquals(streamArn, mapping().path("Stream").toString());
    assertEquals(streamArn, String.valueOf(template.environment(Template.SYNC).get("STREAM_ARN")));
    assertEquals(
        "NEW_AND_OLD_IMAGES",
        template.properties(Template.TABLE).at("/StreamSpecification/StreamViewType").asText());
  }

  private JsonNode mapping() {
    List<JsonNode> mappings =
        events(Template.SYNC).filter(e -> e.path("Type").asText().equals("DynamoDB")).toList();
    assertEquals(1, mappings.size());
    return mappings.getFirst().path("Properties");
  }

  private Stream<JsonNode> events(String function) {
    JsonNode properties = template.functions().get(function);
    assertNotNull(properties, function);
    return properties.path("Events").valueStream();
  }

  @Test
  void everyRequestReachesTheFunctionSoThatItAnswersUnknownPathsAndMethodsItself() {
    JsonNode request = events(Template.API).findFirst().orElseThrow().path("Properties");
    assertTrue(request.path("Path").isMissingNode() && request.path("Method").isMissingNode());
    assertEquals("2.0", request.path("PayloadFormatVersion").asText());
  }

  @Test
  void theTablesAreWhatTheListingsAndTheCodeNeed() {
    JsonNode table = template.properties(Template.TABLE);
    assertEquals(TableShape.of(Project.listings()), TableShape.of(table));
    JsonNode state = template.properties(Template.STATE_TABLE);
    assertEquals(TableShape.ofState(), TableShape.of(state));
  }

  @Test
  void whatTheStateTableNeedsNoLongerExpires() {
    JsonNode expiry = template.properties(Template.STATE_TABLE).path("TimeToLiveSpecification");
    assertEquals("expires", expiry.path("AttributeName").asText());
    assertTrue(expiry.path("Enabled").booleanValue());
  }

  @Test
  void noTableGoesAwayWithTheStack() {
    for (String table : List.of(Template.TABLE, Template.STATE_TABLE)) {
      JsonNode resource = template.root().path("Resources").path(table);
      assertEquals("Retain", resource.path("DeletionPolicy").asText());
      assertEquals("Retain", resource.path("UpdateReplacePolicy").asText());
    }
  }

  @Test
  void theApiMayQueryWhatIsListedAndNothingElse() {
    Set<String> listed =
        Project.listings().byName().values().stream()
            .map(TemplateTest::queried)
            .collect(toCollection(TreeSet::new));
    Set<String> granted =
        template
            .statement("ApiRole", "Pages")
            .path("Resource")
            .valueStream()
            .map(JsonNode::toString)
            .collect(toCollection(TreeSet::new));
    assertEquals(listed, granted);
  }

  @Test
  void theApiMayFileSuspectsAndWriteNothingElse() {
    JsonNode suspects = template.statement("ApiRole", "Suspects");
    assertEquals("{\"Fn::GetAtt\":[\"StateTable\",\"Arn\"]}", suspects.path("Resource").toString());
    assertEquals(
        "{\"ForAllValues:StringLike\":{\"dynamodb:LeadingKeys\":[\"suspect#*\"]},"
            + "\"Null\":{\"dynamodb:LeadingKeys\":\"false\"}}",
        suspects.path("Condition").toString());
    Set<String> writing = new TreeSet<>();
    for (JsonNode statement :
        template.properties("ApiRole").at("/Policies/0/PolicyDocument/Statement")) {
      JsonNode action = statement.path("Action");
      Stream<JsonNode> actions = action.isArray() ? action.valueStream() : Stream.of(action);
      actions
          .map(JsonNode::asText)
          .filter(name -> !name.startsWith("logs:"))
          .filter(name -> !Set.of("dynamodb:Query", "dynamodb:BatchGetItem").contains(name))
          .forEach(writing::add);
    }
    assertEquals(Set.of("dynamodb:PutItem"), writing);
  }

  private static String queried(Listing listing) {
    return listing.gsi() == null
        ? "{\"Fn::GetAtt\":[\"Table\",\"Arn\"]}"
        : "{\"Fn::Sub\":\"${Table.Arn}/index/%s\"}".formatted(listing.gsi());
  }
}
