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
        ArchConfiguration.withThreadLocalScope(
            (Function<ArchConfiguration, JavaClasses>)
                configuration -> {
                  configuration.setResolveMissingDependenciesFromClassPath(false);
                  return importer()
                      .withImportOption(location -> !location.matches(OF_NO_FUNCTION))
                      .importPackages("pagemark");
                });
  }

  private ProjectClasses() {}

  /// The classes of every module.
  static JavaClasses all() {
    return importer().importPackages("pagemark");
  }

  /// The classes that run in functions. Classes of libraries stay stubs: their names are enough.
  public static JavaClasses ofFunctions() {
    return Functions.CLASSES;
  }

  private static ClassFileImporter importer() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .withImportOption(location -> !location.contains("-tests.jar"));
  }
}
