import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.DebugElementsOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Takes the names of local variables out of the classes of a function's jar, and packs it as well
/// as deflate can: 6 % less for Lambda to load. Stack traces stay as they are, with their line
/// numbers. The poms of the functions run it once their jars are there.
final class SlimJar {
  public static void main(String[] jars) throws IOException {
    for (String jar : jars) {
      slim(Path.of(jar));
    }
  }

  private static void slim(Path jar) throws IOException {
    Path slim = jar.resolveSibling(jar.getFileName() + ".slim");
    try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
        ZipFile from = new ZipFile(jar.toFile());
        // ZipOutputStream writes headers byte by byte.
        OutputStream file = new BufferedOutputStream(Files.newOutputStream(slim), 1 << 16);
        ZipOutputStream to = new ZipOutputStream(file)) {
      to.setLevel(Deflater.BEST_COMPRESSION);
      ClassFile format = format(classes);
      for (ZipEntry entry : Collections.list(from.entries())) {
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(copy);
        byte[] content = from.getInputStream(entry).readAllBytes();
        to.write(entry.getName().endsWith(".class") ? slim(format, content) : content);
        to.closeEntry();
      }
    }
    Files.move(slim, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Stack maps are computed anew, for which the jar's own classes must be found.
  private static ClassFile format(URLClassLoader classes) {
    ClassHierarchyResolver resolver =
        ClassHierarchyResolver.ofResourceParsing(classes)
            .orElse(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader()));
    return ClassFile.of(DebugElementsOption.DROP_DEBUG, ClassHierarchyResolverOption.of(resolver));
  }

  private static byte[] slim(ClassFile format, byte[] content) {
    return format.transformClass(
        format.parse(content), ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL));
  }
}
