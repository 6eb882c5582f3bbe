package pagemark.sql;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;
import pagemark.index.Extent;

/// Runs a test on each [SqlServer]. MariaDB and MySQL are among them in the nightly build alone:
/// what the contract of the index finds on MySQL in each build is enough.
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachSqlServer.Servers.class)
public @interface EachSqlServer {
  /// The servers of this run.
  final class Servers implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      Set<SqlServer> quick = EnumSet.of(SqlServer.SQLITE, SqlServer.POSTGRESQL);
      return Extent.of(quick, EnumSet.allOf(SqlServer.class)).stream().map(Arguments::of);
    }
  }
}
