package pagemark.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Edits of wiki pages as they came in: one JSON object a line, gzipped.
final class WikipediaEdits {
  private WikipediaEdits() {}

  /// All edits of `file`, in their order, as writes to a table of the key `page`: the first edit of
  /// a title is an insert, each later one takes its place, perhaps in another language's group.
  static List<Write> read(Path file) throws IOException {
    Set<String> pages = new HashSet<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      return lines.lines().map(line -> write(PageWalk.json(line), pages)).toList();
    }
  }

  private static Write write(JsonNode edit, Set<String> pages) {
    Map<String, AttributeValue> item =
        Map.of(
            "page", fromS(edit.path("page").textValue()),
            "wiki", fromS("wikipedia"),
            "language", fromS(edit.path("language").textValue()),
            "time", fromS(edit.path("time").textValue()),
            "namespace", fromS(edit.path("namespace").textValue()),
            "user", fromS(edit.path("user").textValue()),
            "delta", fromN(edit.path("delta").asText()),
            "isNew", fromBool(edit.path("isNew").booleanValue()));
    boolean isFirst = pages.add(edit.path("page").textValue());
    return isFirst ? new Write.Insert(item) : new Write.Replace(item);
  }
}
