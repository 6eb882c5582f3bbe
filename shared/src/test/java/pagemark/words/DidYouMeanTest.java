package pagemark.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DidYouMeanTest {
  private static final List<String> WORDS =
      List.of("page", "size", "order", "from", "to", "numbering", "filterIndexes");

  @ParameterizedTest
  @CsvSource({
    "pgae, page",
    "pag, page",
    "pages, page",
    "Size, size",
    "SIZE, size",
    "TO, to",
    "oder, order",
    "form, from",
    "numbring, numbering",
    "nubmerring, numbering",
    "filterindices, filterIndexes",
  })
  void findsTheWordThatWasMeant(String given, String meant) {
    assertEquals(Optional.of(meant), DidYouMean.of(given, WORDS));
    assertEquals("; did you mean " + meant + "?", DidYouMean.question(given, WORDS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "t", "at", "limit", "offset", "xyz", "paging", "x-page-number"})
  void otherWordsHaveNoNeighbour(String given) {
    assertEquals(Optional.empty(), DidYouMean.of(given, WORDS));
    assertEquals("", DidYouMean.question(given, WORDS));
  }

  @Test
  void theNearestWinsAndOfEquallyNearOnesTheFirst() {
    assertEquals(Optional.of("langs"), DidYouMean.of("langsx", List.of("lang", "langs", "langsy")));
    assertEquals(Optional.of("four"), DidYouMean.of("fout", List.of("four", "foul")));
  }

  @Test
  void longWordsAndLongListsAreNotCompared() {
    String word = "w".repeat(100);
    assertEquals(Optional.of(word), DidYouMean.of(word, List.of(word)));
    assertEquals(Optional.empty(), DidYouMean.of(word + "w", List.of(word)));
    assertEquals(Optional.empty(), DidYouMean.of(word, List.of(word + "w")));
    List<String> many = new ArrayList<>(Collections.nCopies(1_000, "other"));
    many.add("size");
    assertEquals(Optional.empty(), DidYouMean.of("size", many));
    assertEquals(Optional.of("size"), DidYouMean.of("size", many.subList(1, 1_001)));
  }
}
