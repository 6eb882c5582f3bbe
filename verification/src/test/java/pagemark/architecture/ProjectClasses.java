package pagemark.architecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The project's own classes, without tests.
public final class ProjectClasses {
  /// The classes of the command, and of the servers that it brings.
  private static final Pattern OF_NO_FUNCTION =
      Pattern.compile(".*/pagemark/(check|cli|init|load|local|embedded|servers)/.*");

  /// Read once for all tests: that takes seconds.
  private static final class Functions {
    private static final JavaClasses CLASSES =
        imported(location -> !location.matches(OF_NO_FUNCTION));
  }

  private ProjectClasses() {}

  /// The classes of every module.
  static JavaClasses all() {
    return imported(_ -> true);
  }

  /// The classes that run in functions.
  public static JavaClasses ofFunctions() {
    return Functions.CLASSES;
  }

  /// Classes of libraries stay stubs: their names are enough.
  private static JavaClasses imported(ImportOption which) {
    return ArchConfiguration.withThreadLocalScope(
        (Function<ArchConfiguration, JavaClasses>)
            configuration -> {
              configuration.setResolveMissingDependenciesFromClassPath(false);
              return new ClassFileImporter()
                  .withImportOption(new ImportOption.DoNotIncludeTests())
                  .withImportOption(location -> !location.contains("-tests.jar"))
                  .withImportOption(which)
                  .importPackages("pagemark");
            });
  }
}
