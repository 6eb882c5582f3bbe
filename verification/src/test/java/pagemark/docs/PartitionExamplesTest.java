package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import pagemark.entry.Cell;
import pagemark.listing.Access;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.Partitions;
import pagemark.listing.Selection;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// In docs/partitions.md, each listing is followed by an item that the application writes.
final class PartitionExamplesTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)\n```");

  @Test
  void everyExampleItemStandsInAPartitionThatIsQueriedForIt() throws IOException {
    List<String> blocks = blocks();
    int found = 0;
    for (int i = 0; i < blocks.size(); i += 2) {
      Listing listing = Listings.parse(blocks.get(i), Map.of()).byName().firstEntry().getValue();
      Map<String, AttributeValue> item = item(blocks.get(i + 1));
      for (Access access : listing.accesses()) {
        assertTrue(names(listing, access.partitions(), item).contains(partition(access, item)));
        found++;
      }
    }
    assertEquals(4, found);
  }

  private static List<String> blocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher matcher =
        BLOCK.matcher(Files.readString(Documents.ROOT.resolve("docs").resolve("partitions.md")));
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  private static Map<String, AttributeValue> item(String json) throws IOException {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : JSON.readTree(json).properties()) {
      JsonNode value = field.getValue();
      item.put(
          field.getKey(),
          value.isNumber()
              ? AttributeValue.fromN(value.asText())
              : AttributeValue.fromS(value.textValue()));
    }
    return item;
  }

  private static AttributeValue partition(Access access, Map<String, AttributeValue> item) {
    return item.getOrDefault(access.partitions().attribute().name(), AttributeValue.fromNul(true));
  }

  private static List<AttributeValue> names(
      Listing listing, Partitions partitions, Map<String, AttributeValue> item) {
    IndexDefinition definition = listing.definition();
    Indexed indexed = assertInstanceOf(Indexed.class, definition.indexable(item));
    AttributeValue sort = definition.positions().sortValue(indexed.entry().position());
    Selection selection = selection(definition, indexed.entry().cell());
    assertTrue(partitions.serve(indexed.groups().iterator().next(), selection));
    return partitions
        .names(indexed.groups().iterator().next(), selection, sort, sort)
        .orElseThrow()
        .stream()
        .map(partitions::value)
        .toList();
  }

  /// What asks for one cell.
  private static Selection selection(IndexDefinition definition, Cell cell) {
    List<Choice> choices = new ArrayList<>();
    for (Filter filter : definition.filters()) {
      String ordinal = cell.name().split("[.]", -1)[choices.size()];
      choices.add(new Choice(filter, new TreeSet<>(List.of(Integer.valueOf(ordinal)))));
    }
    return new Selection(choices);
  }
}
