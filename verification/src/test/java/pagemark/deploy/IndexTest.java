package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;

/// The created cache and its users, or the given database and its, or the tables in DynamoDB.
final class IndexTest {
  private final Template template = Project.template();
  private final Stack stack = Stack.of(template, Choices.OPEN);

  /// ElastiCache refuses a user of IAM whose two names differ.
  @Test
  void idOfEachUserIsItsNameAndOneThatElastiCacheTakes() {
    Stack longest =
        Stack.of(template, Choices.all(Choices.OPEN, Map.of("CacheName", "a".repeat(32))));
    for (Stack any : new Stack[] {stack, longest}) {
      assertEquals(
          Set.of("ApiCacheUser", "SyncCacheUser"), any.resources("AWS::ElastiCache::User"));
      for (String name : any.resources("AWS::ElastiCache::User")) {
        JsonNode user = any.properties(name);
        assertEquals(user.path("UserId"), user.path("UserName"));
        assertTrue(user.path("UserId").asText().matches("[a-z][a-z0-9-]{0,39}"));
        assertEquals("{\"Type\":\"iam\"}", user.path("AuthenticationMode").toString());
        assertEquals("valkey", user.path("Engine").asText());
        assertTrue(user.path("AccessString").asText().startsWith("on "), name);
      }
    }
    assertEquals("pagemark-api", stack.properties("ApiCacheUser").path("UserId").asText());
    assertEquals("pagemark-sync", stack.properties("SyncCacheUser").path("UserId").asText());
  }

  @Test
  void cacheKnowsTheseUsersAndNoOther() {
    JsonNode users = stack.properties("CacheUsers");
    assertEquals("[\"<ApiCacheUser>\",\"<SyncCacheUser>\"]", users.path("UserIds").toString());
    assertEquals("<CacheUsers>", stack.properties("Cache").path("UserGroupId").asText());
  }

  @Test
  void cacheHasTheNameThatTheFunctionsSignInTo() {
    Stack named = Stack.of(template, Choices.all(Choices.OPEN, Map.of("CacheName", "shop")));
    assertEquals("shop", named.properties("Cache").path("ServerlessCacheName").asText());
    for (String function : template.functionsOfTheIndex()) {
      String url = named.properties(function).at("/Environment/Variables/INDEX_URL").asText();
      assertTrue(url.contains("iam=shop&"), url);
    }
  }

  @Test
  void cacheIsLimitedInSizeAndCost() {
    JsonNode limits = stack.properties("Cache").path("CacheUsageLimits");
    assertEquals("1", limits.at("/DataStorage/Maximum").asText());
    assertEquals("GB", limits.at("/DataStorage/Unit").asText());
    assertEquals("25000", limits.at("/ECPUPerSecond/Maximum").asText());
    assertTrue(limits.at("/DataStorage/Minimum").isMissingNode(), "a minimum is paid for");
    assertTrue(limits.at("/ECPUPerSecond/Minimum").isMissingNode(), "a minimum is paid for");
  }

  @Test
  void nothingOfACacheIsCreatedWhereAnIndexIsGivenOrInDynamoDb() {
    for (Map<String, String> place : Choices.WITHOUT_CACHE) {
      Stack given = Stack.of(template, Choices.all(Choices.OPEN, place));
      for (String resource : given.resources()) {
        assertFalse(resource.contains("Cache"), resource);
      }
    }
  }

  @Test
  void functionsSignInToTheDatabaseAsTheReaderOrAsTheWriter() {
    for (String function : template.functionsOfTheIndex()) {
      String user = function.equals(Template.API) ? "pagemark_api" : "pagemark_sync";
      for (Map<String, String> database : List.of(Choices.DATABASE, Choices.AURORA)) {
        assertEquals(
            database.get("IndexUrl") + "?user=" + user + "&iam=true&ca=/var/task/rds-ca.pem",
            indexUrl(database, function));
      }
      assertEquals(
          Choices.PROXY.get("IndexUrl") + "&user=" + user + "&iam=true",
          indexUrl(Choices.PROXY, function));
    }
  }

  private String indexUrl(Map<String, String> place, String function) {
    return indexUrl(
        Stack.of(template, Choices.all(Choices.OPEN, Choices.NO_NETWORK, place)), function);
  }

  private static String indexUrl(Stack stack, String function) {
    return stack.properties(function).at("/Environment/Variables/INDEX_URL").asText();
  }

  /// Whoever creates tables limits what they cost. The API creates none.
  @Test
  void functionsFindTheTablesOfTheStackInDynamoDb() {
    for (String function : template.functionsOfTheIndex()) {
      boolean api = function.equals(Template.API);
      assertEquals(
          "dynamodb:pagemark-index" + (api ? "" : "?maxReadUnits=2000&maxWriteUnits=2000"),
          indexUrl(Choices.WITH_DYNAMODB.getFirst(), function));
      assertEquals(
          "dynamodb:pagemark-index" + (api ? "" : "?maxReadUnits=4000&maxWriteUnits=1000"),
          indexUrl(Choices.WITH_DYNAMODB.getLast(), function));
    }
  }

  /// CloudFormation allows 128 characters, and DynamoDB 255 for a table.
  @Test
  void tablesOfTheStackWithTheLongestNameHaveNamesThatDynamoDbTakes() {
    String name = "s".repeat(128);
    Stack longest =
        Stack.named(name, template, Choices.all(Choices.OPEN, Choices.WITH_DYNAMODB.getLast()));
    for (String function : template.functionsOfTheIndex()) {
      String url = indexUrl(longest, function);
      assertTrue(url.startsWith("dynamodb:" + name + "-index"), url);
      try (IndexStore index = IndexStores.open(url, IndexSettings.DEFAULT)) {
        assertNotNull(index.reader());
      }
    }
  }

  /// A created network and a cache are of no use to it, and no other index is named.
  @Test
  void stackWithTheIndexInDynamoDbHasNoNetworkAndOneSecret() {
    Stack alone = Stack.of(template, Choices.all(Choices.OPEN, Choices.WITH_DYNAMODB.getFirst()));
    Set<String> types = new TreeSet<>();
    for (String resource : alone.resources()) {
      types.add(template.root().at("/Resources/" + resource + "/Type").asText());
    }
    types.removeIf(type -> !type.matches("AWS::(EC2|ElastiCache|RDS)::.*"));
    assertEquals(Set.of(), types);
    assertEquals(Set.of("CursorKeys"), alone.resources("AWS::SecretsManager::Secret"));
  }
}
