package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Checks the test vectors of `docs/internals/key-format.tsv` in both directions.
final class KeyFormatTest {
  private static final Path VECTORS = Path.of("../docs/internals/key-format.tsv");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private record Vector(String type, JsonNode value, String encoded) {}

  private static List<Vector> vectors(String kind) throws IOException {
    List<Vector> vectors = new ArrayList<>();
    for (String line : Files.readAllLines(VECTORS)) {
      String[] cells = line.split("\t", -1);
      if (cells[0].equals(kind)) {
        vectors.add(
            new Vector(cells[1], JSON.readTree(written(cells[2])), written(cells[3]).strip()));
      }
    }
    return vectors;
  }

  /// The text for which `"x" × 3` or `78 × 3 0001` stands.
  private static String written(String cell) {
    return Pattern.compile("(\"?)(\\S+?)\"? × (\\d+) ?")
        .matcher(cell)
        .replaceAll(
            part ->
                part.group(1)
                    + part.group(2).repeat(Integer.parseInt(part.group(3)))
                    + part.group(1));
  }

  private static AttributeValue value(boolean binary, JsonNode json) throws IOException {
    if (binary) {
      return AttributeValue.fromB(SdkBytes.fromByteArray(json.binaryValue()));
    }
    if (json.isBoolean()) {
      return AttributeValue.fromBool(json.booleanValue());
    }
    return json.isNumber()
        ? AttributeValue.fromN(json.decimalValue().toString())
        : AttributeValue.fromS(json.textValue());
  }

  @Test
  void itemKeysAreWrittenAsTheirVectorsAndReadBack() throws IOException, UnfitException {
    List<Vector> vectors = vectors("item keys");
    assertEquals(15, vectors.size());
    for (Vector vector : vectors) {
      List<KeyAttribute> attributes = new ArrayList<>();
      Map<String, AttributeValue> item = new HashMap<>();
      for (String type : Arrays.asList(vector.type().split(",", -1))) {
        int i = attributes.size();
        KeyAttribute attribute =
            new KeyAttribute("k" + i, AttributeType.valueOf(type.toUpperCase(Locale.ROOT)));
        attributes.add(attribute);
        item.put("k" + i, value(type.equals("binary"), vector.value().get(i)));
      }
      ItemKeyCodec codec = new ItemKeyCodec(attributes);
      Bytes encoded = codec.encode(item);
      assertEquals("0x" + vector.encoded(), encoded.toString(), vector.toString());
      assertEquals(item, codec.decode(encoded.toArray()), vector.toString());
    }
  }

  @Test
  void sortValuesAreWrittenAsTheirVectorsAndReadBack() throws IOException, UnfitException {
    List<Vector> vectors = vectors("sort values");
    assertEquals(52, vectors.size());
    KeyAttribute key = new KeyAttribute("k", AttributeType.STRING);
    for (Vector vector : vectors) {
      SortType type = sortType(vector.type());
      AttributeValue sort = value(vector.type().equals("binary"), vector.value());
      Map<String, AttributeValue> item = Map.of("s", sort, "k", AttributeValue.fromS("K"));
      PositionCodec codec = new PositionCodec(Groups.by(key), Sort.by("s", type), List.of(key));
      Position position = codec.position(item);
      assertEquals(expected(type, vector.encoded()), position, vector.toString());
      AttributeValue again = codec.sortValue(position);
      assertEquals(position, codec.position(Map.of("s", again, "k", AttributeValue.fromS("K"))));
      if (sort.n() == null && type.isStoredOrder()) {
        assertEquals(sort, again, vector.toString());
      }
    }
  }

  @Test
  void sortsOfSeveralPartsAreWrittenAsTheirVectorsAndReadBack() throws IOException, UnfitException {
    List<Vector> vectors = vectors("sorts of several parts");
    assertEquals(15, vectors.size());
    KeyAttribute key = new KeyAttribute("k", AttributeType.STRING);
    for (Vector vector : vectors) {
      List<Sort.Part> parts = new ArrayList<>();
      Map<String, AttributeValue> item = new HashMap<>(Map.of("k", AttributeValue.fromS("K")));
      for (String text : Arrays.asList(vector.type().split(", ", -1))) {
        String name = "s" + parts.size();
        JsonNode value = vector.value().get(parts.size());
        parts.add(part(name, text));
        if (!value.isNull()) {
          item.put(name, value(false, value));
        }
      }
      PositionCodec codec = new PositionCodec(Groups.by(key), new Sort(parts), List.of(key));
      Position position = codec.position(item);
      assertEquals("0x" + vector.encoded() + "4b", position.member().toString(), vector.type());
      assertEquals(position, codec.position(codec.sortBytes(position), item));
    }
  }

  private static Sort.Part part(String name, String text) {
    List<String> words = Arrays.asList(text.split(" ", -1));
    return new Sort.Part(
        AttributePath.of(name),
        sortType(words.getFirst()),
        words.contains("descending") ? Order.DESCENDING : Order.ASCENDING,
        words.contains("first")
            ? Sort.Missing.FIRST
            : words.contains("last") ? Sort.Missing.LAST : Sort.Missing.OMIT);
  }

  private static Position expected(SortType type, String encoded) {
    return switch (type) {
      case SortType.AsScore _ -> new Position(Double.parseDouble(encoded), Bytes.utf8("K"));
      case SortType.AsBytes _ -> new Position(0, Bytes.of(HexFormat.of().parseHex(encoded + "4b")));
    };
  }

  private static SortType sortType(String name) {
    return switch (name) {
      case "epochSeconds" -> EpochSort.SECONDS;
      case "epochMillis" -> EpochSort.MILLIS;
      case "epochSeconds as text" -> EpochSort.SECONDS_AS_TEXT;
      case "epochSeconds as any" -> EpochSort.SECONDS_AS_ANY;
      case "instant" -> new InstantSort();
      case "text" -> new TextSort();
      case "boolean" -> new BooleanSort();
      case "integer" -> new IntegerSort();
      case "string" -> new StringSort();
      case "binary" -> new BinarySort();
      case "number" -> new NumberSort();
      default -> DatetimeSort.of(name);
    };
  }
}
