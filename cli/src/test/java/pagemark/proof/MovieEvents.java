package pagemark.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Movie ratings as they came in: lines of `seq,op,id,user,movie,rating,timestamp,observed_at`
/// after a line of names, gzipped.
final class MovieEvents {
  private static final String NAMES = "seq,op,id,user,movie,rating,timestamp,observed_at";

  private MovieEvents() {}

  /// A write to the table.
  ///
  /// @param insert false where it changes an item that is there
  record Event(boolean insert, Map<String, AttributeValue> item) {
    String id() {
      return Attribute.text(item, "id");
    }
  }

  /// All events of `file`, in their order.
  static List<Event> read(Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      String names = lines.readLine();
      if (!NAMES.equals(names)) {
        throw new IOException("the columns are %s, not %s".formatted(names, NAMES));
      }
      return lines.lines().map(MovieEvents::event).toList();
    }
  }

  private static Event event(String line) {
    String[] columns = line.split(",", -1);
    return new Event(
        columns[1].equals("I"),
        Map.of(
            "id", fromS(columns[2]),
            "user", fromS(columns[3]),
            "movie", fromS(columns[4]),
            "rating", fromN(columns[5]),
            "timestamp", fromN(columns[6])));
  }
}
