package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The created cache and its users.
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
    for (String function : template.functions().keySet()) {
      String url = named.properties(function).at("/Environment/Variables/INDEX_URL").asText();
      assertTrue(url.contains("iam=shop&"), url);
    }
  }

  @Test
  void whatTheCacheHoldsAndSpendsIsLimited() {
    JsonNode limits = stack.properties("Cache").path("CacheUsageLimits");
    assertEquals("1", limits.at("/DataStorage/Maximum").asText());
    assertEquals("GB", limits.at("/DataStorage/Unit").asText());
    assertEquals("5000", limits.at("/ECPUPerSecond/Maximum").asText());
    assertTrue(limits.at("/DataStorage/Minimum").isMissingNode(), "a minimum is paid for");
    assertTrue(limits.at("/ECPUPerSecond/Minimum").isMissingNode(), "a minimum is paid for");
  }

  @Test
  void nothingOfACacheIsCreatedWhereAnIndexIsGiven() {
    for (Map<String, String> place : Choices.PLACES.subList(3, 7)) {
      Stack given = Stack.of(template, Choices.all(Choices.OPEN, place));
      for (String resource : given.resources()) {
        assertFalse(resource.contains("Cache"), resource);
      }
    }
  }
}
