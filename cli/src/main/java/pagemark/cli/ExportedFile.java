package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.cli.option.CommandException;

/// The file of an export, as JSON lines or as CSV (RFC 4180). From before its first byte until it
/// is whole, `FILE.part` keeps how much of it is written and the parameters of the next page.
///
/// @param state of `FILE.part`: what is exported (`pages`, `csv`, `attributes`), and how far
///   (`columns`, `next`, `items`, `bytes`, `at`)
record ExportedFile(Path file, Path part, ObjectNode state) {
  /// Numbers keep their digits.
  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /// @param attributes the columns of CSV; none for those of the first page
  /// @param first the parameters of the first page
  static ExportedFile open(Path file, URI pages, boolean csv, List<String> attributes, String first)
      throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    ObjectNode state = JSON.createObjectNode().put("pages", pages.toString()).put("csv", csv);
    state.set("attributes", JSON.valueToTree(attributes));
    if (Files.exists(part)) {
      return new ExportedFile(file, part, kept(file, part, state));
    }
    if (Files.exists(file)) {
      throw new CommandException(file + " is there already. Name another file, or remove it");
    }
    state.set("columns", JSON.valueToTree(attributes));
    return new ExportedFile(file, part, state.put("next", first).put("items", 0).put("bytes", 0));
  }

  /// @param wanted what is to be exported
  private static ObjectNode kept(Path file, Path part, ObjectNode wanted) throws IOException {
    String either = ". Name another file, or remove %s and %s".formatted(file, part);
    ObjectNode kept = parsed(Files.readString(part));
    if (!kept.has("bytes")) {
      throw new CommandException(part + " is not of an export" + either);
    }
    if (!wanted.equals(kept.deepCopy().retain("pages", "csv", "attributes"))) {
      throw new CommandException(
          "%s is a part of another export, of %s%s"
              .formatted(file, kept.path("pages").asText(), either));
    }
    if ((Files.exists(file) ? Files.size(file) : 0) < kept.path("bytes").asLong()) {
      throw new CommandException(file + " is shorter than it was" + either);
    }
    return kept;
  }

  /// An object without members if the text is none.
  private static ObjectNode parsed(String text) {
    try {
      return JSON.readTree(text) instanceof ObjectNode object ? object : JSON.createObjectNode();
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }

  long items() {
    return state.path("items").asLong();
  }

  boolean isWhole() {
    return state.path("next").isNull();
  }

  /// When the last page was written.
  Instant at() {
    return Instant.parse(state.path("at").asText());
  }

  /// Writes a page, and then notes it. Before the first one it notes that the file is not whole.
  void add(List<JsonNode> items, JsonNode next) throws IOException {
    long from = state.path("bytes").asLong();
    if (from == 0) {
      keep();
    }
    boolean isFirst = from == 0 && (!items.isEmpty() || next.isNull());
    if (isFirst && state.path("columns").isEmpty()) {
      Set<String> columns = new LinkedHashSet<>();
      items.forEach(item -> item.fieldNames().forEachRemaining(columns::add));
      state.set("columns", JSON.valueToTree(columns));
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.truncate(from).position(from);
      ByteBuffer bytes = ByteBuffer.wrap(text(items, isFirst).getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
      state.put("bytes", channel.size()).put("items", items() + items.size());
    }
    state.put("at", Instant.now().toString()).set("next", next);
    keep();
  }

  private void keep() throws IOException {
    Path fresh = part.resolveSibling(part.getFileName() + ".new");
    Files.writeString(fresh, state.toString());
    Files.move(fresh, part, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Removes `FILE.part` of a whole file.
  void end() throws IOException {
    Files.deleteIfExists(part);
  }

  private String text(List<JsonNode> items, boolean isFirst) {
    if (!state.path("csv").asBoolean()) {
      return items.stream().map(item -> item + "\n").collect(Collectors.joining());
    }
    List<String> columns = state.path("columns").valueStream().map(JsonNode::asText).toList();
    Stream<String> head =
        isFirst
            ? Stream.of(line(Stream.concat(columns.stream(), Stream.of("others"))))
            : Stream.of();
    return Stream.concat(head, items.stream().map(item -> line(cells(item, columns))))
        .collect(Collectors.joining());
  }

  /// The last cell has what has no column.
  private static Stream<String> cells(JsonNode item, List<String> columns) {
    JsonNode others = ((ObjectNode) item.deepCopy()).remove(columns);
    JsonNode last = others.isEmpty() ? NullNode.getInstance() : others;
    return Stream.concat(columns.stream().map(item::path), Stream.of(last))
        .map(cell -> cell.isContainerNode() ? cell.toString() : cell.asText(""));
  }

  private static String line(Stream<String> cells) {
    return cells
        .map(cell -> cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(",", "", "\r\n"));
  }
}
