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

/// CloudFront in front of the HTTP API (docs/cloudfront.yaml), and in front of a function URL
/// (examples/cloudfront-url).
final class FrontTest {
  /// The errors that CloudFront may keep, for 10 seconds unless it is told otherwise
  /// (HTTPStatusCodes.html and custom-error-pages-expiration.html in its guide). It can be told so
  /// for no others.
  private static final Set<Integer> KEPT = Set.of(400, 403, 404, 405, 414, 500, 501, 502, 503, 504);

  private final Template template = Template.parse(Project.text("docs/cloudfront.yaml"));
  private final Template ofUrl =
      Template.parse(Project.text("examples/cloudfront-url/template.yaml"));

  private static JsonNode distribution(Template template) {
    return template.properties("Front").path("DistributionConfig");
  }

  @Test
  void noErrorIsKept() {
    for (Template each : List.of(template, ofUrl)) {
      assertNoErrorIsKept(distribution(each));
    }
  }

  private static void assertNoErrorIsKept(JsonNode distribution) {
    Map<Integer, Integer> seconds = new TreeMap<>();
    for (JsonNode error : distribution.path("CustomErrorResponses")) {
      seconds.put(error.path("ErrorCode").intValue(), error.path("ErrorCachingMinTTL").intValue());
      assertFalse(error.has("ResponsePagePath"), "the API's own problem is shown");
    }
    assertEquals(KEPT, seconds.keySet());
    assertEquals(Set.of(0), Set.copyOf(seconds.values()));
  }

  /// What API Gateway needs to answer a preflight, and what distinguishes answers.
  @Test
  void everyHeaderThatDecidesTheAnswerReachesTheApi() {
    JsonNode behavior = distribution(template).path("DefaultCacheBehavior");
    assertEquals("Pages", behavior.at("/CachePolicyId/Ref").asText());
    assertEquals("Preflights", behavior.at("/OriginRequestPolicyId/Ref").asText());
    JsonNode key =
        template
            .properties("Pages")
            .at("/CachePolicyConfig/ParametersInCacheKeyAndForwardedToOrigin");
    assertEquals("all", key.at("/QueryStringsConfig/QueryStringBehavior").asText());
    assertEquals(Set.of("authorization", "origin"), headers(key));
    assertEquals(
        Set.of("access-control-request-headers", "access-control-request-method"),
        headers(template.properties("Preflights").path("OriginRequestPolicyConfig")));
    assertTrue(behavior.path("AllowedMethods").toString().contains("OPTIONS"));
    assertFalse(behavior.path("CachedMethods").toString().contains("OPTIONS"));
  }

  private static Set<String> headers(JsonNode policy) {
    assertEquals("whitelist", policy.at("/HeadersConfig/HeaderBehavior").asText());
    Set<String> names = new TreeSet<>();
    policy.at("/HeadersConfig/Headers").forEach(name -> names.add(name.asText()));
    return names;
  }
}
