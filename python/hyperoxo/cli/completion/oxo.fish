# Completion of oxo in fish. For this shell only:
#     oxo completion fish | source
# For good:
#     oxo completion fish >~/.config/fish/completions/oxo.fish

function __oxo_candidates
    set -l words (commandline -opc)
    set -l begun (commandline -ct | string collect --allow-empty)
    set -l answer ($words[1] completion fish -- $words[2..-1] "$begun" 2>/dev/null)
    if test "$answer[1]" = files
        __fish_complete_path "$begun"
    end
    if set -q answer[2]
        printf '%s\n' $answer[2..-1]
    end
end

complete -c oxo -f -a '(__oxo_candidates)'
