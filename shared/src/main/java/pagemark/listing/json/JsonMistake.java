package pagemark.listing.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;

/// Says in words why a text is not JSON, and at which line and column. The parser's own messages
/// name its settings, which nobody can change.
final class JsonMistake {
  private JsonMistake() {}

  /// @param failure of the parser that read `text`
  static String of(String text, IOException failure) {
    if (failure instanceof StreamConstraintsException) {
      return "is not read: a text, a number or the nesting is too long";
    }
    if (!(failure instanceof JsonProcessingException wrong) || wrong.getLocation() == null) {
      return "is not JSON";
    }
    JsonLocation place = wrong.getLocation();
    return "is not JSON at line %d, column %d: %s"
        .formatted(place.getLineNr(), place.getColumnNr(), cause(text, wrong, place));
  }

  private static String cause(String text, JsonProcessingException wrong, JsonLocation place) {
    int at = Math.clamp(place.getCharOffset(), 0, text.length());
    if (wrong instanceof JsonEOFException || at == text.length()) {
      return "the text ends too early, perhaps a brace, a bracket or a quote is missing";
    }
    if ("}]".indexOf(text.charAt(at)) >= 0 && text.substring(0, at).stripTrailing().endsWith(",")) {
      return "there is a comma too many before it";
    }
    return switch (text.charAt(at)) {
      case '/', '#' -> "JSON has no comments";
      case '\'' -> "texts and names need double quotes";
      case '"' -> "a comma or a colon is missing before it";
      case '\n', '\r', '\t' -> "a text ends without its quote, or has a line break or a tab in it";
      default -> "nothing that JSON allows there";
    };
  }
}
