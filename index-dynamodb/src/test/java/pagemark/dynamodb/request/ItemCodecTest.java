package pagemark.dynamodb.request;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.index.TakesLong;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.simulation.RandomItems;
import pagemark.tree.simulation.SimulatedItems;

@TakesLong(nightly = 5)
final class ItemCodecTest {
  private static final NodeKey NODE =
      NodeKey.root(new GroupRef("g1", "by-time", new Group("SHIRT"))).node(NodeKey.ID_END - 2);

  @Test
  void readsEveryItemThatItWrites() {
    long seed = new Random().nextLong(1_000_000);
    RandomItems items = new RandomItems(new Random(seed));
    for (int i = 0; i < Extent.of(2_000, 100_000); i++) {
      Item item = items.item(i % 2 == 0 ? Item.Name.N : Item.Name.C);
      var attributes = ItemCodec.encode(NODE, item);
      assertEquals(item, ItemCodec.decode(attributes), "seed %d, item %d".formatted(seed, i));
      assertEquals(SimulatedItems.bytes(item), ItemCodec.bytes(item), () -> "" + item);
      byte[] partition = requireNonNull(attributes.get(ItemCodec.PARTITION)).b().asByteArray();
      assertEquals(NODE, NodeKey.of("g1", partition));
      assertEquals(item.name().name(), requireNonNull(attributes.get(ItemCodec.SORT)).s());
    }
  }
}
