package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.DynamoIndexProvider;
import pagemark.pages.table.FetchPlan;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/// What the template must have in common with the code, and what deletes data.
final class TemplateTest {
  /// Logical ids, types and keys at commit 74346d6: another one of any is another resource.
  private static final Set<String> OF_THE_FIRST_RELEASE =
      Set.of(
          "Table AWS::DynamoDB::Table [PK]",
          "StateTable AWS::DynamoDB::Table [pk, sk]",
          "FailureBucket AWS::S3::Bucket []",
          "Key AWS::KMS::Key []");

  private final Template template = Project.template();

  @Test
  void everyFunctionRunsOnTheJavaOfTheBuild() {
    String release = Project.text("pom.xml").replaceFirst("(?s).*<java.release>(\\d+)<.*", "$1");
    JsonNode globals = template.root().path("Globals").path("Function");
    assertEquals("java" + release, globals.path("Runtime").asText());
    template.functions().values().forEach(f -> assertTrue(f.path("Runtime").isMissingNode()));
  }

  /// Otherwise the JVM closes connections after each call, and the next call opens one again.
  @Test
  void functionsKeepAsManyConnectionsAsTheySendCallsSideBySide() {
    int calls = Math.max(DynamoIndexProvider.CALLS_MAX, FetchPlan.CALLS_MAX);
    assertEquals(
        "-Dhttp.maxConnections=" + calls,
        template.root().at("/Globals/Function/Environment/Variables/JAVA_TOOL_OPTIONS").asText());
  }

  @Test
  void theStateTableIsTheOneOfTheCodeAndItsItemsExpire() {
    CreateTableRequest creation = StateTable.creation("pagemark-state");
    Map<String, String> key = new TreeMap<>();
    creation.keySchema().forEach(e -> key.put(e.attributeName(), e.keyTypeAsString()));
    creation
        .attributeDefinitions()
        .forEach(a -> key.merge(a.attributeName(), a.attributeTypeAsString(), String::concat));
    JsonNode state = template.properties(Template.STATE_TABLE);
    Map<String, String> declared = new TreeMap<>();
    for (JsonNode element : state.path("KeySchema")) {
      declared.put(element.path("AttributeName").asText(), element.path("KeyType").asText());
    }
    for (JsonNode attribute : state.path("AttributeDefinitions")) {
      String type = attribute.path("AttributeType").asText();
      declared.merge(attribute.path("AttributeName").asText(), type, String::concat);
    }
    assertEquals(key, declared);
    JsonNode expiry = state.path("TimeToLiveSpecification");
    assertEquals("expires", expiry.path("AttributeName").asText());
    assertTrue(expiry.path("Enabled").booleanValue());
  }

  /// A first deployment that fails leaves nothing. Whatever holds data stays otherwise, and so does
  /// the key that the bucket's objects need.
  @Test
  void onlyWhatHoldsDataStaysWhenTheStackGoesAndNothingAfterAFailedFirstDeployment() {
    Set<String> kept = new TreeSet<>();
    Template all = Project.network();
    for (Map.Entry<String, JsonNode> resource : all.root().path("Resources").properties()) {
      String policy = resource.getValue().path("DeletionPolicy").asText();
      assertFalse(policy.equals("Retain"), resource.getKey());
      if (policy.equals("RetainExceptOnCreate")) {
        assertEquals(
            "Retain", resource.getValue().path("UpdateReplacePolicy").asText(), resource.getKey());
        JsonNode properties = resource.getValue().path("Properties");
        assertFalse(properties.has("TableName") || properties.has("BucketName"));
        List<String> key = properties.path("KeySchema").findValuesAsText("AttributeName");
        kept.add(resource.getKey() + " " + resource.getValue().path("Type").asText() + " " + key);
      }
    }
    assertEquals(OF_THE_FIRST_RELEASE, kept);
  }
}
