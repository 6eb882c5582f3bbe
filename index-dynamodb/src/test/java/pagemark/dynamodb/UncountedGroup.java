package pagemark.dynamodb;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import pagemark.dynamodb.request.ItemCodec;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Damages the counts of a group's root.
///
/// @param url the index's
public record UncountedGroup(String url) {
  /// Sets them to 0, while the leaves hold entries.
  ///
  /// @param group one of more than a leaf
  public void plant(GroupRef group) {
    change(
        group, (_, children) -> children.replaceAll((_, t) -> new Tally(t.version(), 0, Map.of())));
  }

  /// Lets a child count one entry more, and another one less, so that the sum is right.
  ///
  /// @param group one of more than two leaves
  public void exchange(GroupRef group) {
    change(
        group,
        (inner, children) -> {
          for (int i = 0; i < 2; i++) {
            int more = 1 - 2 * i;
            children.computeIfPresent(
                inner.countedChildren().get(i).name(),
                (_, t) -> new Tally(t.version(), t.entries() + more, t.cells()));
          }
        });
  }

  private void change(GroupRef group, BiConsumer<Inner, Map<Long, Tally>> change) {
    DynamoUrl parsed = DynamoUrl.of(URI.create(url));
    String table = parsed.tables().table(group.generation());
    NodeKey root = NodeKey.root(group);
    try (DynamoDbClient client = new LazyClient(parsed, IndexSettings.DEFAULT).get()) {
      Inner inner = (Inner) read(client, table, root, Item.Name.N);
      InnerCounts counts = (InnerCounts) read(client, table, root, Item.Name.C);
      Map<Long, Tally> children = new HashMap<>(counts.children());
      change.accept(inner, children);
      InnerCounts wrong = new InnerCounts(counts.version(), children);
      client.putItem(p -> p.tableName(table).item(ItemCodec.encode(root, wrong)));
    }
  }

  private static Item read(DynamoDbClient client, String table, NodeKey node, Item.Name name) {
    return ItemCodec.decode(
        client.getItem(g -> g.tableName(table).key(ItemCodec.key(node, name))).item());
  }
}
