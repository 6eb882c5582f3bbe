package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.deploy.Stack.Grant;

/// What is encrypted with which key, the keys of cursors, and what stays when the stack goes.
final class KeysTest {
  private static final Map<String, String> GIVEN_KEY = Map.of("EncryptionKeyArn", Choices.KEY_ARN);

  private final Template template = Project.template();

  @Test
  void cursorKeysComeFromTheSecretWhenTheStackIsDeployed() {
    Stack first = Stack.of(template, Choices.OPEN);
    String secret = "{{resolve:secretsmanager:<CursorKeys>:SecretString:";
    assertEquals(secret + "current}}", variable(first, Template.API, "CURSOR_KEY"));
    assertEquals(secret + "previous}}", variable(first, Template.API, "CURSOR_KEY_PREVIOUS"));
    String version = "01234567-0123-0123-0123-0123456789ab";
    Stack rotated =
        Stack.of(template, Choices.all(Choices.OPEN, Map.of("CursorKeyVersionId", version)));
    assertEquals(
        secret + "current::" + version + "}}", variable(rotated, Template.API, "CURSOR_KEY"));
    assertEquals(
        secret + "previous::" + version + "}}",
        variable(rotated, Template.API, "CURSOR_KEY_PREVIOUS"));
    JsonNode generated = first.properties("CursorKeys").path("GenerateSecretString");
    assertEquals("{\"previous\": \"none\"}", generated.path("SecretStringTemplate").asText());
    assertEquals("current", generated.path("GenerateStringKey").asText());
    assertTrue(generated.path("ExcludePunctuation").asBoolean());
    assertEquals(64, generated.path("PasswordLength").asInt());
  }

  @Test
  void variablesAreEncryptedWithTheKeyOfTheStackOrAGivenOne() {
    Stack created = Stack.of(template, Choices.OPEN);
    Stack given =
        Stack.of(template, Choices.all(Choices.OPEN, Map.of("EncryptionKeyArn", Choices.KEY_ARN)));
    for (String function : template.functions().keySet()) {
      assertEquals("<Key.Arn>", created.properties(function).path("KmsKeyArn").asText());
      assertEquals(Choices.KEY_ARN, given.properties(function).path("KmsKeyArn").asText());
    }
    assertFalse(given.resources().contains("Key"));
  }

  @Test
  void aGivenKeyEncryptsTablesAndCacheToo() {
    Stack created = Stack.of(template, Choices.OPEN);
    Stack given = Stack.of(template, Choices.all(Choices.OPEN, GIVEN_KEY));
    for (String table : List.of(Template.TABLE, Template.STATE_TABLE)) {
      assertEquals(
          "{\"SSEEnabled\":true}", created.properties(table).path("SSESpecification").toString());
      assertEquals(
          "{\"SSEEnabled\":true,\"SSEType\":\"KMS\",\"KMSMasterKeyId\":\"%s\"}"
              .formatted(Choices.KEY_ARN),
          given.properties(table).path("SSESpecification").toString());
    }
    assertTrue(created.properties("Cache").path("KmsKeyId").isMissingNode());
    assertEquals(Choices.KEY_ARN, given.properties("Cache").path("KmsKeyId").asText());
    assertEquals(Choices.KEY_ARN, given.properties("CursorKeys").path("KmsKeyId").asText());
  }

  /// DynamoDB decrypts a table with a given key in the caller's name.
  @Test
  void everyFunctionMayDecryptWithTheKeyOfItsVariablesAndOfTheTables() {
    Stack given = Stack.of(template, Choices.all(Choices.OPEN, GIVEN_KEY));
    for (String function : template.functions().keySet()) {
      assertTrue(
          given.grants(function).anyMatch(new Grant("kms:Decrypt", Choices.KEY_ARN)::equals),
          function);
    }
  }

  /// Rebuilds create the tables of an index in DynamoDB, with the key that the URL names.
  @Test
  void aGivenKeyEncryptsTheTablesOfTheIndexAndTheRebuildMayLetDynamoDbUseIt() {
    Map<String, String> index = Choices.WITH_DYNAMODB.getFirst();
    Stack given = Stack.of(template, Choices.all(Choices.OPEN, index, GIVEN_KEY));
    Stack created = Stack.of(template, Choices.all(Choices.OPEN, index));
    for (String function : template.functionsOfTheIndex()) {
      boolean creates = !function.equals(Template.API);
      assertEquals(
          creates,
          variable(given, function, "INDEX_URL").endsWith("&kmsKey=" + Choices.KEY_ARN),
          function);
      assertFalse(variable(created, function, "INDEX_URL").contains("kmsKey"), function);
      Grant grant = new Grant("kms:CreateGrant", Choices.KEY_ARN);
      assertEquals(
          function.equals(Template.REBUILD), given.grants(function).anyMatch(grant::equals));
      assertFalse(created.grants(function).anyMatch(any -> any.action().equals("kms:CreateGrant")));
    }
  }

  /// A first deployment that fails leaves nothing. Whatever holds data stays otherwise, and so does
  /// the key that the bucket's objects need.
  @Test
  void onlyWhatHoldsDataStaysWhenTheStackGoesAndNothingAfterAFailedFirstDeployment() {
    Set<String> kept = new TreeSet<>();
    for (Map.Entry<String, JsonNode> resource : template.root().path("Resources").properties()) {
      String policy = resource.getValue().path("DeletionPolicy").asText();
      assertFalse(policy.equals("Retain"), resource.getKey());
      if (policy.equals("RetainExceptOnCreate")) {
        assertEquals(
            "Retain", resource.getValue().path("UpdateReplacePolicy").asText(), resource.getKey());
        kept.add(resource.getKey());
      }
    }
    assertEquals(Set.of(Template.TABLE, Template.STATE_TABLE, "FailureBucket", "Key"), kept);
  }

  private static String variable(Stack stack, String function, String name) {
    return stack.properties(function).at("/Environment/Variables/" + name).asText();
  }
}
