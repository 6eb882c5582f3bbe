package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

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

/// The file of an export, as JSON lines or as CSV (RFC 4180). Until it is whole, `FILE.part` keeps
/// how much of it is written and the parameters of the next page.
///
/// @param state of `FILE.part`: `pages`, `csv`, `columns`, `next`, `items`, `bytes`, `at`
record ExportedFile(Path file, Path part, ObjectNode state) {
  /// Numbers keep their digits.
  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /// @param columns of CSV; empty for the attributes of the first page
  /// @param first the parameters of the first page
  static ExportedFile open(Path file, URI pages, boolean csv, List<String> columns, String first)
      throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    ObjectNode state = JSON.createObjectNode().put("pages", pages.toString()).put("csv", csv);
    if (!Files.exists(part)) {
      if (Files.exists(file)) {
        throw new CommandException(file + " is there already. Name another file, or remove it");
      }
      state.set("columns", JSON.valueToTree(columns));
      return new ExportedFile(file, part, state.put("next", first).put("items", 0).put("bytes", 0));
    }
    ObjectNode kept = (ObjectNode) JSON.readTree(part.toFile());
    if (!state.equals(kept.deepCopy().retain("pages", "csv"))) {
      throw new CommandException(
          "%s is a part of another export, of %s. Name another file, or remove both"
              .formatted(file, kept.path("pages").asText()));
    }
    return new ExportedFile(file, part, kept);
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

  /// Writes a page, and then notes it.
  void add(List<JsonNode> items, JsonNode next) throws IOException {
    long from = state.path("bytes").asLong();
    if (from == 0 && state.path("columns").isEmpty()) {
      Set<String> columns = new LinkedHashSet<>();
      items.forEach(item -> item.fieldNames().forEachRemaining(columns::add));
      state.set("columns", JSON.valueToTree(columns));
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.truncate(from).position(from);
      channel.write(ByteBuffer.wrap(text(items, from == 0).getBytes(UTF_8)));
      channel.force(false);
      state.put("bytes", channel.size()).put("items", items() + items.size());
    }
    state.put("at", Instant.now().toString()).set("next", next);
    Path fresh = part.resolveSibling(part.getFileName() + ".new");
    Files.writeString(fresh, state.toString());
    Files.move(fresh, part, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (isWhole()) {
      Files.delete(part);
    }
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
