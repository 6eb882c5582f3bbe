package pagemark.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.api.RequestPath.UrlText;

final class ParametersTest {
  @Test
  void readsNamesAndValuesInTheirOrder() {
    Parameters parameters = Parameters.parse("group=a%2Fb&page=3&order=");
    assertEquals(
        List.of(
            Map.entry("group", List.of("a/b")),
            Map.entry("page", List.of("3")),
            Map.entry("order", List.of(""))),
        List.copyOf(parameters.byName().entrySet()));
  }

  @Test
  void isEmptyWithoutAQueryString() {
    assertTrue(Parameters.parse(null).byName().isEmpty());
    assertTrue(Parameters.parse("").byName().isEmpty());
  }

  @Test
  void readsPlusAsSpaceAndPercentEscapesAsUtf8() {
    assertEquals("a b+c", Parameters.parse("g=a+b%2Bc").get("g"));
    assertEquals("Zoë 🎸", Parameters.parse("g=Zo%C3%AB%20%F0%9F%8E%B8").get("g"));
    assertEquals("ë", Parameters.parse("g=ë").get("g"));
    assertEquals("a=b", Parameters.parse("g=a=b").get("g"));
    assertEquals("\0", Parameters.parse("g=%00").get("g"));
  }

  @Test
  void refusesWhatIsNotPercentEncodedUtf8() {
    for (String value :
        List.of("%", "%4", "%zz", "%-1", "a%", "%FF", "%C3", "%C0%80", "%ED%A0%80", "%+1")) {
      Problem problem = problem("page=1&g=" + value);
      assertEquals(400, problem.status(), value);
      assertEquals("g", problem.members().get("parameter"), value);
      assertEquals("g=" + value, problem.members().get("value"), value);
    }
    assertEquals("%FF=1", problem("%FF=1").members().get("parameter"));
  }

  /// The story: a server took the bytes of a raw `été` for characters, and the group was one of no
  /// items. What may be such a text is refused.
  @Test
  void readsRawUtf8AndRefusesItIfItWasMisread() {
    assertEquals("été", Parameters.parse("g=été").get("g"));
    assertEquals("日本", Parameters.parse("g=日本").get("g"));
    String misread = new String("été".getBytes(UTF_8), ISO_8859_1);
    assertEquals("percent-encoded UTF-8", problem("g=" + misread).members().get("allowed"));
    assertEquals(400, problem(misread + "=1").status());
    assertEquals(misread, Parameters.parse("g=" + UrlText.encoded(misread)).get("g"));
  }

  @Test
  void readsTheFirstValueOfAParameterWhateverTheOthersAre() {
    assertEquals("rita", Parameters.first("a=%&group=rita&group=tom&b", "group"));
    assertEquals("rita", Parameters.first("gr%6Fup=rita", "group"));
    assertNull(Parameters.first("group=%zz", "group"));
    assertNull(Parameters.first("group=a&" + "b".repeat(Parameters.CHARS_MAX), "group"));
    assertNull(Parameters.first(null, "group"));
  }

  @Test
  void refusesAQueryStringThatIsTooLong() {
    assertEquals("a".repeat(49_150), Parameters.parse("g=" + "a".repeat(49_150)).get("g"));
    Problem problem = problem("g=" + "a".repeat(49_151));
    assertEquals("49153 characters", problem.members().get("value"));
    assertEquals("query string", problem.members().get("parameter"));
    assertEquals("a query string of at most 49152 characters", problem.members().get("allowed"));
  }

  private static Problem problem(String raw) {
    return Front.problem(() -> Parameters.parse(raw).refuseRepeated(List.of()));
  }
}
