package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  @Test
  void aPageIsKeptAsLongAsItsHeadersSay() {
    for (Template each : List.of(template, ofUrl)) {
      JsonNode policy = each.properties("Pages").path("CachePolicyConfig");
      assertEquals(0, policy.path("MinTTL").intValue());
      assertEquals(0, policy.path("DefaultTTL").intValue());
      String strings =
          "/ParametersInCacheKeyAndForwardedToOrigin/QueryStringsConfig/QueryStringBehavior";
      assertEquals("all", policy.at(strings).asText());
    }
  }

  /// The URL asks for a signature. The distribution makes one, and has the two permissions that a
  /// URL needs; the second of them counts only by the URL.
  @Test
  void theFunctionUrlAnswersItsDistributionAlone() {
    assertEquals("AWS_IAM", ofUrl.properties("Url").path("AuthType").asText());
    JsonNode origin = distribution(ofUrl).at("/Origins/0");
    assertEquals("Signature", origin.at("/OriginAccessControlId/Fn::GetAtt/0").asText());
    JsonNode signature = ofUrl.properties("Signature").path("OriginAccessControlConfig");
    assertEquals("lambda", signature.path("OriginAccessControlOriginType").asText());
    assertEquals("always", signature.path("SigningBehavior").asText());
    JsonNode call = ofUrl.properties("MayCallUrl");
    JsonNode invoke = ofUrl.properties("MayInvokeByUrl");
    assertEquals("lambda:InvokeFunctionUrl", call.path("Action").asText());
    assertEquals("lambda:InvokeFunction", invoke.path("Action").asText());
    assertTrue(invoke.path("InvokedViaFunctionUrl").asBoolean());
    for (JsonNode permission : List.of(call, invoke)) {
      assertEquals("cloudfront.amazonaws.com", permission.path("Principal").asText());
      String source = permission.at("/SourceArn/Fn::Sub").asText();
      assertTrue(source.endsWith("::${AWS::AccountId}:distribution/${Front}"), source);
    }
  }

  @Test
  void documentNamesTheModesOfTheApi() {
    JsonNode modes = Project.template().root().at("/Parameters/AuthMode/AllowedValues");
    Set<String> named =
        Pattern.compile("AuthMode(?:=|` )(\\w+)(?: or (\\w+))?")
            .matcher(Project.text("docs/caching.md"))
            .results()
            .flatMap(match -> Stream.of(match.group(1), match.group(2)).filter(Objects::nonNull))
            .collect(Collectors.toSet());
    named.removeAll(modes.valueStream().map(JsonNode::asText).toList());
    assertEquals(Set.of(), named);
  }
}
