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

  /// All events of `file`, in their order, as writes to a table of the key `id`.
  static List<Write> byId(Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      String names = lines.readLine();
      if (!NAMES.equals(names)) {
        throw new IOException("the columns are %s, not %s".formatted(names, NAMES));
      }
      return lines.lines().map(line -> write(line.split(",", -1))).toList();
    }
  }

  private static Write write(String[] columns) {
    Map<String, AttributeValue> item = itemById(columns);
    return columns[1].equals("I") ? new Write.Insert(item) : new Write.Replace(item);
  }

  private static Map<String, AttributeValue> itemById(String[] columns) {
    return Map.of(
        "id", fromS(columns[2]),
        "user", fromS(columns[3]),
        "movie", fromS(columns[4]),
        "rating", fromN(columns[5]),
        "timestamp", fromN(columns[6]));
  }
}
