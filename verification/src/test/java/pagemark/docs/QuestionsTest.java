package pagemark.docs;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whoever has one of the questions of docs/questions.txt finds its answer soon.
final class QuestionsTest {
  private static final int WORDS_MAX = 300;
  private static final Pattern LINK = Pattern.compile("]\\(([^):]*\\.md)?(#[^)]*)?\\)");

  /// @param heading where the answer begins, such as `http.md#cursors` or `listings.md`
  /// @param answer what it names
  record Question(String question, String heading, String answer) {
    private static Question of(String line) {
      String[] parts = line.split("\t", -1);
      return new Question(parts[0], parts[1], parts[2]);
    }
  }

  static List<Question> questions() {
    return Documents.text("docs/questions.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(Question::of)
        .toList();
  }

  @Test
  void thereAreThirtyAtLeast() {
    assertTrue(questions().size() >= 30);
  }

  /// By links that lead to it: from the index, or from a page that the index leads to.
  @ParameterizedTest
  @MethodSource("questions")
  void theHeadingIsTwoClicksFromTheIndex(Question question) {
    Set<String> first = links("README.md");
    assertTrue(
        first.contains(question.heading())
            || first.stream()
                .map(link -> link.replaceFirst("#.*", ""))
                .filter(page -> page.matches("[a-z-]+\\.md"))
                .anyMatch(page -> links(page).contains(question.heading())),
        question::toString);
  }

  /// The pages and headings that a page directly in docs links to.
  private static Set<String> links(String page) {
    return LINK.matcher(Documents.text("docs/" + page))
        .results()
        .map(
            link -> requireNonNullElse(link.group(1), page) + requireNonNullElse(link.group(2), ""))
        .collect(toSet());
  }

  @ParameterizedTest
  @MethodSource("questions")
  void theAnswerIsWithinThreeHundredWords(Question question) {
    String below = below(question.heading());
    String begin =
        Arrays.stream(below.strip().split("\\s+", -1))
            .limit(WORDS_MAX)
            .reduce("", (words, word) -> words + " " + word);
    assertTrue(begin.contains(question.answer()), question::toString);
  }

  /// The text of a page from a heading on, or from its begin.
  private static String below(String heading) {
    String[] parts = heading.split("#", -1);
    String text = Documents.text("docs/" + parts[0]);
    if (parts.length == 1) {
      return text;
    }
    return Pattern.compile("(?m)^#+ (.*)$")
        .matcher(text)
        .results()
        .filter(h -> parts[1].equals(Documents.anchor(h.group(1))))
        .map(h -> text.substring(h.end()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no heading " + heading));
  }
}
