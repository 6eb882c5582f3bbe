package pagemark.sql;

import java.net.URI;
import java.util.Set;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.tree.Shape;

/// Opens `jdbc:` URLs; [SqlUrl] lists all forms.
public final class SqlIndexProvider implements IndexStores.Provider {
  @Override
  public Set<String> schemes() {
    return Set.of("jdbc");
  }

  @Override
  public IndexStore open(URI url, IndexSettings settings) {
    return new SqlIndex(new Database(SqlUrl.of(url), settings), settings, Shape.DEFAULT);
  }
}
