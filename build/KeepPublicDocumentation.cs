using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;

/// <summary>Removes the members that are not public or protected from an assembly's documentation file.</summary>
public sealed class KeepPublicDocumentation : Microsoft.Build.Utilities.Task
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public string AssemblyPath { get; set; }

    public string DocumentationPath { get; set; }

    /// <summary>The assemblies that it was compiled against.</summary>
    public string[] References { get; set; }

    /// <summary>Reads the assembly's metadata and runs none of it: what MSBuild itself runs on need not fit.</summary>
    public override bool Execute()
    {
        object resolver = Activator.CreateInstance(Reader("PathAssemblyResolver"), References.Append(AssemblyPath));
        Type context = Reader("MetadataLoadContext");
        using (var assemblies = (IDisposable)Activator.CreateInstance(context, resolver, "System.Runtime"))
            Keep(((Assembly)context.GetMethod("LoadFromAssemblyPath").Invoke(assemblies, new object[] { AssemblyPath })).GetExportedTypes());
        return true;
    }

    /// <summary>A type of the library that comes with MSBuild, against which an inline task cannot be compiled.</summary>
    private static Type Reader(string name) =>
        Type.GetType("System.Reflection." + name + ", System.Reflection.MetadataLoadContext", throwOnError: true);

    private void Keep(Type[] types)
    {
        var visible = new HashSet<string>(types.Select(Name).Concat(types.SelectMany(
            type => type.GetMembers(Declared).Where(IsVisible).Select(member => Name(type) + "." + Name(member)))));
        XDocument documentation = XDocument.Load(DocumentationPath, LoadOptions.PreserveWhitespace);
        XElement members = documentation.Root.Element("members");
        members.ReplaceNodes(members.Elements().Where(member => visible.Contains(Name(member.Attribute("name").Value)))
            .SelectMany(member => new object[] { "\n        ", member }).ToArray(), "\n    ");
        documentation.Save(DocumentationPath, SaveOptions.DisableFormatting);
    }

    private static bool IsVisible(MemberInfo member)
    {
        if (member is PropertyInfo property) return property.GetAccessors(nonPublic: true).Any(IsVisible);
        if (member is EventInfo added) return IsVisible(added.AddMethod);
        if (member is FieldInfo field) return field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly;
        return member is MethodBase method && (method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly);
    }

    private static string Name(Type type) => type.FullName.Replace('+', '.');

    /// <summary>The member's name and its number of parameters, as a documentation identifier has them.</summary>
    private static string Name(MemberInfo member)
    {
        int parameters = member is MethodBase method ? method.GetParameters().Length
            : member is PropertyInfo property ? property.GetIndexParameters().Length : 0;
        return member.Name.Replace('.', '#') + "/" + parameters;
    }

    /// <summary>The name of a documentation identifier, such as M:Space.Type.Method``1(System.Int32), in the same form.</summary>
    private static string Name(string id)
    {
        string name = id.Substring(2).Split('(', '~')[0];
        if (id[0] == 'T') return name;
        string parameters = Regex.Match(id, @"\((.*)\)").Groups[1].Value;
        // The commas within generic arguments and the bounds of arrays do not separate parameters.
        for (string outer; (outer = Regex.Replace(parameters, @"\{[^{}]*\}|\[[^\[\]]*\]", "")) != parameters;) parameters = outer;
        return Regex.Replace(name, @"``\d+$", "") + "/" + (parameters.Length == 0 ? 0 : parameters.Split(',').Length);
    }
}
