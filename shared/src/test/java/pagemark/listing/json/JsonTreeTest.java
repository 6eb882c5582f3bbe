package pagemark.listing.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static pagemark.listing.json.ListingsTest.SMALLEST;
import static pagemark.listing.json.ListingsTest.mistakes;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Checks what is said of a file that is not JSON, or has a field twice.
final class JsonTreeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{ | line 1, column 2: the text ends too early, perhaps a brace, a bracket or a quote is"
            + " missing",
        "{\"a\": \"b | line 1, column 9: the text ends too early, perhaps a brace, a bracket or a"
            + " quote is missing",
        "{\"a\": 1, } | line 1, column 10: there is a comma too many before it",
        "{\"a\": [1, ]} | line 1, column 11: there is a comma too many before it",
        "{\"a\": 1~ // b~} | line 2, column 2: JSON has no comments",
        "{\"a\": 1~ # b~} | line 2, column 2: JSON has no comments",
        "{'a': 1} | line 1, column 2: texts and names need double quotes",
        "{\"a\": 1~~  \"b\": 2} | line 3, column 3: a comma or a colon is missing before it",
        "{\"a\" 1} | line 1, column 6: nothing that JSON allows there",
        "{\"a\": 01} | line 1, column 8: nothing that JSON allows there",
        "{a: 1} | line 1, column 2: nothing that JSON allows there",
        "{} {} | line 1, column 4: nothing that JSON allows there",
        "{}} | line 1, column 3: nothing that JSON allows there",
        "{\"a\": \"b~\"} | line 1, column 9: a text ends without its quote, or has a line break or"
            + " a tab in it",
      })
  void whatIsNotJsonIsSaidWithItsPlace(String json, String mistake) {
    assertEquals(List.of("$ is not JSON at " + mistake), mistakes(json.strip().replace('~', '\n')));
  }

  @Test
  void aTooLongOrTooDeepDocumentIsRefused() {
    String mistake = "$ is not read: a text, a number or the nesting is too long";
    assertEquals(List.of(mistake), mistakes("[".repeat(2_000)));
    assertEquals(List.of(mistake), mistakes("{\"a\": " + "1".repeat(2_000) + "}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"a\": {},~ \"a\": {}} | $.a occurs twice, the second time at line 2",
        "{\"a\": {\"b c\": [0, {\"d\": 1, \"d\": 1}]}} | $.a['b c'][1].d occurs twice, the second"
            + " time at line 1",
      })
  void aFieldThatOccursTwiceIsRefused(String json, String mistake) {
    assertEquals(List.of(mistake), mistakes(json.replace('~', '\n')));
  }

  @Test
  void aByteOrderMarkAndASchemaAreAccepted() {
    String json = SMALLEST.replaceFirst("\\{", "{ \"\\$schema\": \"./listings.schema.json\", ");
    assertEquals(Listings.parse(SMALLEST, Map.of()), Listings.parse("\uFEFF" + json, Map.of()));
    assertEquals(
        List.of("$['$schema'] 1 must be the address of a JSON Schema; editors use it"),
        mistakes(json.replace("\"./listings.schema.json\"", "1")));
    assertEquals(
        List.of("$ must be an object with at least one listing"), mistakes("{\"$schema\": \"\"}"));
  }
}
