package pagemark.dynamodb;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.ItemCodec;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Sets the counts of a group's root to 0, while its leaves hold entries.
///
/// @param url the index's
public record UncountedGroup(String url) {
  /// @param group one of more than a leaf
  public void plant(GroupRef group) {
    DynamoUrl parsed = DynamoUrl.of(URI.create(url));
    String table = parsed.tables().table(group.generation());
    NodeKey root = NodeKey.root(group);
    try (DynamoDbClient client = new LazyClient(parsed, IndexSettings.DEFAULT).get()) {
      var key = ItemCodec.key(root, Item.Name.C);
      InnerCounts counts =
          (InnerCounts) ItemCodec.decode(client.getItem(g -> g.tableName(table).key(key)).item());
      Map<Long, Tally> children = new HashMap<>(counts.children());
      children.replaceAll((_, child) -> new Tally(child.version(), 0, Map.of()));
      InnerCounts none = new InnerCounts(counts.version(), children);
      client.putItem(p -> p.tableName(table).item(ItemCodec.encode(root, none)));
    }
  }
}
