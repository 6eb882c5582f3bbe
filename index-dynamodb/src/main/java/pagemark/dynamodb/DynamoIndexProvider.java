package pagemark.dynamodb;

import java.net.URI;
import java.util.Set;
import pagemark.dynamodb.request.DynamoNodes;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;

/// Opens `dynamodb:` URLs; [DynamoUrl] lists all forms.
public final class DynamoIndexProvider implements IndexStores.Provider {
  /// The calls that an index sends side by side at most: lists of several calls share their limit,
  /// and a list of one is sent by each group that is written.
  public static final int CALLS_MAX = DynamoNodes.CALLS_MAX + DynamoIndex.GROUPS_AT_ONCE;

  @Override
  public Set<String> schemes() {
    return Set.of(DynamoUrl.SCHEME);
  }

  @Override
  public IndexStore open(URI url, IndexSettings settings) {
    DynamoUrl parsed = DynamoUrl.of(url);
    return DynamoIndex.of(
        parsed.tables(),
        parsed.settings(),
        new LazyClient(parsed, settings),
        settings,
        DynamoIndex.LIMITS);
  }
}
