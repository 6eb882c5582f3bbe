package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import pagemark.pages.error.PagesException.InvalidParameter;

final class GroupNamesTest {
  private static final ListingQuery WHOLE = asked("");
  private static final ListingQuery TWO =
      asked(
          "\"group\": [{ \"attribute\": \"tenant\" }, { \"attribute\": \"n\", \"type\": \"number\""
              + " }],");

  private static ListingQuery asked(String group) {
    String definition =
        """
        { "notes": {
            "table": "${TABLE_NAME}", %s
            "sort":  { "attribute": "at", "type": "integer" },
            "key":   [ { "attribute": "PK" } ],
            "attributes": ["PK"] } }
        """
            .formatted(group);
    return Definitions.pages(Definitions.listings(definition, "notes")).listing("notes");
  }

  @Test
  void aRequestNamesAsManyValuesAsTheListingHas() {
    assertRefused("x", "left out", WHOLE, "x");
    assertRefused("", "group 2 times", TWO);
    assertRefused("a", "group 2 times", TWO, "a");
    assertRefused("2", "group 2 times", TWO, "a", "1", "2");
    assertRefused("x", "a number", TWO, "a", "x");
    assertEquals("a%2Fb/1", TWO.group("a/b", "1").scope().group().text());
    assertEquals("", WHOLE.group().scope().group().text());
  }

  private static void assertRefused(
      String value, String allowed, ListingQuery query, String... group) {
    InvalidParameter e = assertThrows(InvalidParameter.class, () -> query.group(group));
    assertEquals("group", e.name());
    assertEquals(value, e.value());
    assertTrue(e.valid().startsWith(allowed), e::valid);
  }
}
